import { Writable } from 'node:stream';
import * as fc from 'fast-check';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { expect, test } from 'vitest';
import { PageParts } from './kept-parts.server.ts';
import { dataScript, tableOfPage, wholePage } from './whole-page.server.ts';

function Field({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {children} of {2} <input id={id} />
    </label>
  );
}

const document = (children: ReactNode) => (
  <html lang="en">
    <head>
      <title>Cards &amp; sleeves</title>
      <link rel="stylesheet" href="/a.css" precedence="first" />
    </head>
    <body>
      <ul>
        {['a', 'b'].map((letter) => (
          <Field key={letter}>{letter}</Field>
        ))}
      </ul>
      <img src="/a.webp" alt="<A> & “B”" fetchPriority="high" />
      <Suspense fallback="…">{children}</Suspense>
      <Field>last</Field>
    </body>
  </html>
);

const asStream = (page: ReactNode) =>
  new Promise<string>((resolve) => {
    let html = '';
    const sink = new Writable({
      write: (chunk, _, done) => {
        html += chunk;
        done();
      },
      final: () => resolve(html),
    });
    const { pipe } = renderToPipeableStream(page, { nonce: 'n', onAllReady: () => pipe(sink) });
  });

test('[10-3] a page made at once is the one that React would stream, to the letter', async () => {
  const page = document(
    <p>
      one{' '}
      <Suspense>
        two {3} <Field>inner</Field>
      </Suspense>
    </p>,
  );
  expect(await wholePage(() => page, 'n')).toBe(await asStream(page));
});

test('[10-3] a part that is still to be fetched is waited for, and once it is there no more', async () => {
  const Part = lazy(async () => ({ default: () => <p>fetched</p> }));
  const drawn: number[] = [];
  const page = () => {
    drawn.push(drawn.length);
    return document(<Part />);
  };
  const first = await wholePage(page, 'n');
  expect(first).toContain('<p>fetched</p>');
  expect(drawn).toHaveLength(2);
  expect(await wholePage(page, 'n')).toBe(first);
  expect(drawn).toHaveLength(3);
});

test.each(['the page', 'a part behind Suspense'])('[10-3] what fails in %s fails with its own error', async (where) => {
  const Failing = () => {
    throw new Error('no such card');
  };
  const page = where === 'the page' ? <Failing /> : document(<Failing />);
  await expect(wholePage(() => page, 'n')).rejects.toThrow('no such card');
});

/** What the page's script would be given, and whether it was told that this is all. */
function given(html: string): { text: string; isClosed: boolean } {
  const seen = { text: '', isClosed: false };
  const streamController = {
    enqueue: (text: string) => {
      seen.text += text;
    },
    close: () => {
      seen.isClosed = true;
    },
  };
  new Function('window', html.slice(html.indexOf('>', html.indexOf('<script')) + 1, html.indexOf('</script>')))({
    __reactRouterContext: { streamController },
  });
  return seen;
}

test('[10-3] the data of a page are the same text to its script, whatever stands in them, with no more letters than they need', () => {
  const hard = fc.constantFrom('"', "'", '\\', '\\"', "\\'", '</script>', '</body>', '<!--', '\u2028', '\r\n', '")');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), hard, (letters, odd) => {
      const value = `["${letters}${odd}${letters}"]`;
      const page = new PageParts().settle(['<body><p>words</p></body></html>'], dataScript(value, 'n')).toString();
      expect(given(page)).toEqual({ text: value, isClosed: true });
      expect(page.match(/<\/script>|<!--/g)).toEqual(['</script>']);
      expect(page).toMatch(/^<body><p>words<\/p><script nonce="n">.*<\/script><\/body><\/html>$/s);
    }),
  );
  const value = JSON.stringify({ id: 'a', name: 'Pikachu' });
  expect(dataScript(value, 'n')).toContain(`('${value}')`);
});

test('[10-3] of the table of routes a page counts its own, and finds every one', () => {
  const routes = { root: { id: 'root' }, 'pages/listing': { id: 'pages/listing' }, 'pages/profile': { id: 'pages/profile' } };
  const context = { manifest: { routes }, staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'pages/listing' } }] } };
  const table = tableOfPage(context as unknown as EntryContext);
  expect(Object.values(table.routes)).toEqual([routes.root, routes['pages/listing']]);
  expect(table.routes['pages/profile']).toBe(routes['pages/profile']);
  expect(tableOfPage(context as unknown as EntryContext)).toBe(table);
});
