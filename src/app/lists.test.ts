import { expect, test } from 'vitest';
import { listMarket, usd } from './lists.testing.ts';

const { at, bring, call, keep, list, make, read } = listMarket();

interface Row {
  row: number;
  status: string;
  card: { id: string; name: string; number: string } | null;
  anyPrinting: boolean;
  candidates: { id: string }[];
  finish: string | null;
  quantity: number;
}
const brief = (rows: Row[]) =>
  rows.map(({ status, quantity, card, anyPrinting, finish }) => [
    status,
    quantity,
    card && (anyPrinting ? `any ${card.name}` : `${card.name} ${card.number}`),
    finish,
  ]);

test('[12-2] a pasted list is read row by row, put on the list when its owner says so, and shows what is for sale for each line', async () => {
  const id = await make(at.ann);
  const preview = await bring(at.ann, id, 'Deck\n2 Sol Ring (C21) 263 *F*\n1 Lightning Bolt\n1 Nobody Knows This\n3 Island (C21)');
  expect(preview).toMatchObject({ listId: id, format: 'plain', counts: { sure: 2, doubtful: 1, rejected: 1, taken: 2 } });
  expect(brief(preview.rows)).toEqual([
    ['sure', 2, 'Sol Ring 263', 'foil'],
    ['sure', 1, 'any Lightning Bolt', null],
    ['rejected', 1, null, null],
    ['doubtful', 3, null, null],
  ]);
  expect(preview.rows[3].candidates.map((card: { id: string }) => card.id).sort()).toEqual([at.cards['c21-90'], at.cards['c21-91']].sort());
  expect((await read(id, at.ann)).lines).toEqual([]);
  await list('c21-263', { finish: 'nonfoil', price: usd(100) });
  const foil = await list('c21-263', { finish: 'foil', price: usd(900) });
  await list('c21-263', { finish: 'foil', price: usd(1_200) });
  const { status, body } = await call('POST', `/${id}/import/commit`, at.ann);
  expect([status, body.available, body.lineCount]).toEqual([200, 1, 2]);
  expect(body.lines).toMatchObject([
    { n: 1, card: { id: at.cards['c21-263'] }, quantity: 2, forSale: { count: 2, cheapest: { listingId: foil.id, price: usd(900) } } },
    { n: 2, card: { name: 'Lightning Bolt' }, anyPrinting: true, forSale: { count: 0, cheapest: null } },
  ]);
  expect((await call('POST', `/${id}/import/commit`, at.ann)).body).toMatchObject({ status: 409, code: 'nothing_brought' });
});

test('[12-2] a line that wants any printing finds each of them, one that names its printing that one alone', async () => {
  const id = await keep(at.ann, '1 Sol Ring\n1 Sol Ring (LEA) 269');
  const alpha = await list('lea-269', { price: usd(50) });
  const { lines } = await read(id, at.ann);
  expect(
    lines.map(({ forSale }: { forSale: { count: number; cheapest: { listingId: string } } }) => [forSale.count, forSale.cheapest.listingId]),
  ).toEqual([
    [4, alpha.id],
    [1, alpha.id],
  ]);
});
