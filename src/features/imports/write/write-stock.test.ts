import { beforeAll, expect, test } from 'vitest';
import type { Printing } from '#features/catalogue/index.server.ts';
import { type CopyTraits, traitsOf } from '#features/catalogue/words.ts';
import type { OwnCopy } from '#features/listings/index.server.ts';
import { conditions } from '#kernel/cards/conditions.ts';
import { shippedCards } from '../catalogue.testing.ts';
import type { CardSource } from '../find-cards.ts';
import { readStock } from '../parse/read-stock.ts';
import { exportFormats, whyLeftOut, writeHeader, writeRows } from './write-stock.ts';

let source: CardSource;
const printings: (Printing & { setName: string })[] = [];
beforeAll(async () => {
  source = shippedCards();
  const games = ['pokemon', 'magic', 'yugioh', 'lorcana'];
  for (const game of games) {
    const sets = await source.sets([game]);
    const some = sets.filter((_, n) => n % Math.ceil(sets.length / 25) === 0);
    for (const set of some) {
      const cards = await source.printings([set]);
      printings.push(
        ...cards
          .filter((_, n) => n % Math.ceil(cards.length / 4) === 0)
          .map((card) => ({ ...card, setName: set.name })),
      );
    }
  }
}, 60_000);

const known = conditions.filter((condition) => condition !== 'unknown');
/** Every printing in each of its finishes, with varying other properties. */
function stock(): { copy: OwnCopy; printing: Printing & { setName: string } }[] {
  const each = printings.flatMap((printing) =>
    (printing.finishes.length > 0 ? printing.finishes : [null]).map((finish) => ({ printing, finish })),
  );
  return each.map(({ printing, finish }, n) => ({
    printing,
    copy: {
      id: `listing-${n}`,
      cardId: printing.id,
      game: printing.game,
      setCode: printing.setCode,
      setName: printing.setName,
      number: printing.number,
      name: printing.name,
      rarity: printing.rarity,
      condition: known[n % known.length] ?? 'good',
      finish,
      language: ['en', 'de', 'en', 'ja'][n % 4] ?? 'en',
      ...traitsOf({}),
      grading: n % 11 === 0 ? { company: 'PSA', grade: 9, certificate: `8123${n}` } : null,
      priceAmount: 100 + n,
      currency: n % 5 === 0 ? 'EUR' : 'USD',
      description: n % 7 === 0 ? '=HYPERLINK("http://x")' : n % 7 === 1 ? 'Two lines,\nand "quotes"' : null,
      sku: n % 3 === 0 ? `-SLV-${n}` : null,
      place: n % 4 === 0 ? '=Box 3, "row" B' : null,
      privateNote: n % 5 === 0 ? '+12.00 paid;\nfair' : null,
      costAmount: n % 6 === 0 ? null : n % 6,
      costCurrency: n % 6 === 0 ? null : n % 2 === 0 ? 'GBP' : 'USD',
      status: 'active',
      available: 1 + (n % 4),
    },
  }));
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file of the app’s own format is imported again without a difference', async () => {
  const [own] = exportFormats;
  if (!own) throw new Error('no format');
  const copies = stock();
  const file = await readStock(bytes(writeHeader(own) + writeRows(own, copies)), source);
  expect(file.format.id).toBe('sleeved');
  const notified = ({ copy }: (typeof copies)[number]) => ({
    card: copy.cardId,
    condition: copy.condition,
    finish: copy.finish,
    language: copy.language,
    quantity: copy.available,
    price: { amount: copy.priceAmount, currency: copy.currency },
    grading: copy.grading && { ...copy.grading, grade: String(copy.grading.grade) },
    description: copy.description,
    sku: copy.id,
    own: { sku: copy.sku, place: copy.place, privateNote: copy.privateNote },
    cost: copy.costAmount === null ? null : { amount: copy.costAmount, currency: copy.costCurrency },
  });
  const read = file.rows.map(
    ({ card, candidates, condition, finish, language, quantity, price, grading, description, sku, own, cost }) => ({
      card: card?.id ?? candidates.map(({ id }) => id).join(),
      condition,
      finish,
      language,
      quantity,
      price,
      grading,
      description,
      sku,
      own,
      cost,
    }),
  );
  expect(read).toEqual(copies.map(notified));
});

test.each(
  exportFormats,
)('a file written as $format.label is read as the same copies, and none is better than it is', async (to) => {
  const copies = stock().filter((stocked) => whyLeftOut(to, stocked) === null);
  const file = await readStock(bytes(writeHeader(to) + writeRows(to, copies)), source);
  expect(file.format.id).toBe(to.format.id);
  expect(file.rows.length).toBe(copies.length);
  expect(copies.length).toBeGreaterThan(50);
  const wrong: unknown[] = [];
  let sure = 0;
  for (const [n, row] of file.rows.entries()) {
    const { copy } = copies[n] ?? {};
    if (!copy) throw new Error('no copy');
    const isSame = row.card ? row.card.id === copy.cardId : row.candidates.some(({ id }) => id === copy.cardId);
    const isNoBetter =
      row.condition === null ||
      // A graded copy needs none, since it has a grade.
      (row.condition === 'unknown' && copy.grading !== null) ||
      conditions.indexOf(row.condition as 'good') >= conditions.indexOf(copy.condition as 'good') ||
      copy.condition === 'mint';
    const isPriced =
      row.price === null || (row.price.amount === copy.priceAmount && row.price.currency === copy.currency);
    if (
      !isSame ||
      !isNoBetter ||
      !isPriced ||
      row.quantity !== copy.available ||
      row.language !== copy.language ||
      (row.finish !== null && row.finish !== copy.finish)
    )
      wrong.push(
        `${copy.cardId} ${copy.finish} ${copy.condition} ${copy.language} ${copy.priceAmount}: ${row.card?.id ?? row.candidates.map(({ id }) => id)} ${row.finish} ${row.condition} ${row.language} ${row.price?.amount} ${row.notes}`,
      );
    if (row.card) sure++;
  }
  expect(wrong).toEqual([]);
  expect(sure / copies.length).toBeGreaterThan(0.9);
});

test('a cell that a spreadsheet would run is neutralised', async () => {
  for (const to of exportFormats) {
    const [first] = stock();
    if (!first) throw new Error('no stock');
    const game = to.format.game ?? 'pokemon';
    const copy = {
      ...first.copy,
      game,
      name: '=cmd|calc',
      grading: null,
      language: 'en',
      currency: 'USD' as const,
      condition: 'near_mint' as const,
      description: '@SUM(A1)',
    };
    const text = writeRows(to, [{ copy, printing: { ...first.printing, ids: { cardmarket: [1] } } }]);
    expect(text).toContain("'=cmd|calc");
    expect(text).not.toMatch(/(^|[,;"])[=+\-@][a-z]/i);
  }
});

test('special properties of a copy are written in each service’s own words, and a service without words for them gets no such copy', () => {
  const [any] = stock();
  if (!any) throw new Error('no copy');
  const written = (id: string, game: string, more: Partial<CopyTraits> & Partial<OwnCopy>) => {
    const to = exportFormats.find(({ format }) => format.id === id);
    if (!to) throw new Error(id);
    const plain = {
      game,
      setName: 'Base Set',
      language: 'en',
      currency: to.written.currency ?? 'USD',
      grading: null,
    } as const;
    const copy = {
      ...any.copy,
      ...plain,
      condition: 'played',
      description: null,
      sku: null,
      place: null,
      privateNote: null,
      ...more,
    } as OwnCopy;
    const printing = { ...any.printing, ids: { cardmarket: ['1'] } } as unknown as Printing;
    if (whyLeftOut(to, { copy, printing }) !== null) return whyLeftOut(to, { copy, printing });
    const separator = to.written.separator ?? ',';
    const cells = writeRows(to, [{ copy, printing }]).trim().split(separator);
    return (header: string) => cells[to.written.header.indexOf(header)]?.replaceAll('"', '');
  };
  const cells = (id: string, game: string, more: Parameters<typeof written>[2], ...headers: string[]) => {
    const cell = written(id, game, more);
    return typeof cell === 'function' ? headers.map(cell) : cell;
  };
  expect(cells('tcgplayer', 'yugioh', { edition: 'first', finish: null }, 'Condition')).toEqual([
    'Moderately Played 1st Edition',
  ]);
  expect(cells('tcgplayer', 'yugioh', { edition: 'unlimited', finish: null }, 'Condition')).toEqual([
    'Moderately Played Unlimited',
  ]);
  expect(cells('tcgplayer', 'pokemon', { edition: 'first', finish: 'holo' }, 'Condition')).toEqual([
    'Moderately Played 1st Edition Holofoil',
  ]);
  expect(cells('tcgplayer', 'pokemon', { edition: 'shadowless', finish: 'normal' }, 'Set Name', 'Condition')).toEqual([
    'Base Set (Shadowless)',
    'Moderately Played',
  ]);
  for (const condition of ['light_played', 'played'] as const)
    expect(cells('ebay', 'pokemon', { condition, finish: 'normal' }, 'C:Card Condition')).toBe('condition');
  expect(cells('ebay', 'pokemon', { condition: 'good', finish: 'normal' }, 'C:Card Condition')).toEqual([
    'Moderately Played (Very Good)',
  ]);
  expect(cells('ebay', 'pokemon', { condition: 'poor', finish: 'normal' }, 'C:Card Condition')).toEqual([
    'Heavily Played (Poor)',
  ]);
  expect(cells('tcgplayer', 'pokemon', { signed: true })).toBe('special');
  expect(cells('tcgplayer-app', 'pokemon', { edition: 'first', finish: 'normal' }, 'Printing')).toEqual([
    '1st Edition',
  ]);
  expect(cells('collectr', 'pokemon', { edition: 'first', finish: 'holo' }, 'Variance')).toEqual([
    '1st Edition Holofoil',
  ]);
  expect(cells('collectr', 'pokemon', { edition: null, finish: 'holo' }, 'Variance')).toEqual(['Holofoil']);
  expect(cells('cardmarket', 'magic', { signed: true, altered: true }, 'Signed?', 'Altered?', 'Playset?')).toEqual([
    'X',
    'X',
    '',
  ]);
  expect(cells('cardmarket', 'magic', {}, 'Signed?', 'Altered?')).toEqual(['', '']);
  expect(cells('cardmarket', 'magic', { misprint: true })).toBe('special');
  const deckbox = ['Signed', 'Altered Art', 'Misprint', 'Artist Proof'];
  expect(cells('deckbox', 'magic', { signed: true, misprint: true }, ...deckbox)).toEqual([
    'signed',
    '',
    'misprint',
    '',
  ]);
  expect(cells('moxfield', 'magic', { altered: true }, 'Alter', 'Proxy')).toEqual(['True', 'False']);
  expect(cells('moxfield', 'magic', {}, 'Alter')).toEqual(['False']);
  expect(cells('moxfield', 'magic', { signed: true })).toBe('special');
  expect(cells('manabox', 'magic', { misprint: true }, 'Misprint', 'Altered')).toEqual(['true', 'false']);
  expect(cells('dragonshield', 'magic', { altered: true })).toBe('special');
  expect(cells('archidekt', 'magic', { edition: 'first' })).toBe('special');
  expect(cells('ebay', 'pokemon', { edition: 'shadowless', condition: 'good' }, 'C:Features')).toEqual(['Shadowless']);
  const own = ['Edition', 'Signed', 'Altered', 'Misprint'];
  expect(cells('sleeved', 'pokemon', { edition: 'first', signed: true, misprint: true }, ...own)).toEqual([
    '1st Edition',
    'yes',
    '',
    'yes',
  ]);
  expect(cells('sleeved', 'pokemon', {}, ...own)).toEqual(['', '', '', '']);
});
