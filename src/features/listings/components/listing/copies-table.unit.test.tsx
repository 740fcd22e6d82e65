import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type CopyRow, copyLabels } from '../listing-words.ts';
import CopiesTable from './copies-table.tsx';

const copy = (more: Partial<CopyRow> = {}): CopyRow => ({
  id: 'a',
  name: 'Charizard',
  setLine: 'Vivid Voltage · 25 · DE',
  photo: null,
  price: { amount: 520, currency: 'USD' },
  condition: 'light_played',
  language: 'de',
  finish: 'Reverse holo',
  seller: { id: 'ben', username: 'ben_sells', rating: 4.5 },
  post: { amount: 150, currency: 'USD' },
  location: 'Berlin, DE',
  ...more,
});

/** The cells of the first row, with the class that hides one on a phone. */
function cellsOf(row: CopyRow): { classes: string; text: string }[] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CopiesTable copies={[row]} />
    </MemoryRouter>,
  );
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  return [...body.matchAll(/<td(?: class="([^"]*)")?>(.*?)<\/td>/gs)].map(([, classes = '', inside = '']) => ({
    classes,
    text: inside
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

test('a copy says its language, finish, photo and country at every width', () => {
  const cells = cellsOf(copy());
  const wide = cells.map(({ text }) => text).join(' | ');
  for (const fact of ['German', 'Reverse holo', 'Berlin, DE', 'No photo']) expect(wide).toContain(fact);
  // On a phone the cells of the wide table are hidden, and the line of the condition says the same.
  const narrow = cells.filter(({ classes }) => !classes.includes('h-s')).map(({ text }) => text);
  expect(narrow.join(' | ')).toMatch(/No photo \| .*Berlin, DE \| .*LP.* · Reverse holo · DE/);
  expect(
    cellsOf(
      copy({
        photo: { url: '/photos/a/320.webp', width: 63, height: 88, alt: 'Front', widths: [160], placeholder: null },
      }),
    )[0]?.text,
  ).toBe('');
});

test('one column distinguishes the copies of a card', () => {
  expect(copyLabels(copy(), 'long')).toEqual(['Reverse holo', 'German']);
  expect(copyLabels({ language: 'ja' }, 'short')).toEqual(['JA']);
});
