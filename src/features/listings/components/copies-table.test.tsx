import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MarkPartContext } from '#ui/kept.tsx';
import CopiesTable from './copies-table.tsx';
import type { TileFacts } from './listing-words.ts';

const copy = (id: string, more: Partial<TileFacts> = {}): TileFacts => ({
  id,
  name: 'Charizard',
  setLine: 'Base Set · 4/102 · EN',
  photo: null,
  price: { amount: 900, currency: 'USD' },
  condition: 'near_mint',
  seller: { id: 'ben', username: 'ben_sells' },
  post: { amount: 150, currency: 'USD' },
  ...more,
});

const drawn = (copies: TileFacts[], isKnown: boolean) => {
  const names: string[] = [];
  const markPart = (by: string) => {
    names.push(by);
    return { before: '[', after: isKnown ? '' : ']', isKnown };
  };
  const html = renderToString(
    <MemoryRouter>
      <MarkPartContext value={markPart}>
        <CopiesTable copies={copies} />
      </MarkPartContext>
    </MemoryRouter>,
  );
  return { html, names };
};

test('[10-1] a row of copies is a part that is kept, alone in its row and named by all that it shows', () => {
  const other = {
    rating: { seller: { id: 'ben', username: 'ben_sells', rating: 4.5 } },
    price: { price: { amount: 901, currency: 'USD' } },
  } as const;
  const copies = [
    copy('a'),
    copy('b'),
    copy('a', other.rating),
    copy('a', other.price),
    copy('a', { finish: 'Foil' }),
    copy('a', { condition: 'poor' }),
  ];
  const { html, names } = drawn(copies, true);
  expect(html.match(/<tr>\[<\/tr>/g)).toHaveLength(copies.length);
  expect(new Set(names).size).toBe(copies.length);
  expect(html).not.toContain('ben_sells');
  // Drawn for the first time, the marks stand around all of its cells.
  expect(drawn([copy('a')], false).html).toMatch(/<tr>\[<td>.*<\/td>\]<\/tr>/);
});
