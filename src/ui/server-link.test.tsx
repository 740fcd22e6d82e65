import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { type LinkProps, MemoryRouter, Link as RouterLink } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './server-link.tsx';

const drawn = (Kind: typeof Link, props: LinkProps) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/listings/abc?x=1']}>
      <Kind {...props} />
    </MemoryRouter>,
  )
    .replace(' data-discover="true"', '')
    // In which order an anchor's attributes stand is nobody's matter.
    .replace(/^<a ([^>]*)>/, (_, attributes: string) => `<a ${(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(' ')}>`);

test('[10-3] a link of the server’s is the router’s to the letter, wherever it leads', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '/browse',
    '/listings',
    'a',
    '..',
    '.',
    '?',
    '?q=a%20b',
    '&sort=x',
    '#',
    '#main',
    'é',
    '%C3%A9',
    '\\',
    ' ',
    ':',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const to = parts.join('');
      expect(drawn(Link, { to })).toBe(drawn(RouterLink as typeof Link, { to }));
    }),
    { numRuns: 1_000 },
  );
});

test.each<[string, LinkProps]>([
  [
    'what only the router understands',
    { to: '/browse', replace: true, state: { a: 1 }, preventScrollReset: true, prefetch: 'intent', viewTransition: true },
  ],
  ['what an anchor understands', { to: '/browse', className: 'btn', 'aria-label': 'Browse', target: '_blank', rel: 'noopener', onClick: () => {} }],
  ['an address in parts', { to: { pathname: '/browse', search: '?q=a' } }],
  ['another site', { to: 'https://cards.example/a' }],
  ['a document of its own', { to: '/api/docs', reloadDocument: true }],
])('[10-3] the same with %s', (_, props) => {
  expect(drawn(Link, { ...props, children: 'Browse' })).toBe(drawn(RouterLink as typeof Link, { ...props, children: 'Browse' }));
});
