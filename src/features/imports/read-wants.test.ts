import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { shippedCards } from './catalogue.testing.ts';
import { readWants, type WantSource } from './read-wants.ts';

const samples = join(import.meta.dirname, 'samples');

interface Expected {
  file: string;
  row: number;
  status: 'ok' | 'warn' | 'error';
  externalId?: string;
}
const expected: Expected[] = readFileSync(join(samples, 'expected.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

let source: WantSource;
beforeAll(() => {
  source = shippedCards();
}, 60_000);

const read = (text: string) => readWants(new TextEncoder().encode(text), source, 1_000);
/** What a line is understood as: `any` and the name, or set and number. */
const meant = async (text: string) =>
  (await read(text)).rows.map(({ status, card, anyPrinting, quantity, finish }) => [
    status,
    quantity,
    card && (anyPrinting ? `any ${card.name}` : `${card.name} ${card.setCode} ${card.number}`),
    finish,
  ]);

const files = [...new Set(expected.filter(({ externalId }) => externalId !== undefined).map(({ file }) => file))];

test.each(files)('[12-2] %s as a list of wants names the same printings as its expected answers, and no other', async (file) => {
  const { rows } = await readWants(readFileSync(join(samples, file)), source, 10_000);
  const of = new Map(rows.map((row) => [row.row, row]));
  const known = expected.filter((entry) => entry.file === file && entry.externalId !== undefined);
  const found = known.map(({ row, externalId }) => {
    const read = of.get(row);
    return { row, externalId: read?.card && !read.anyPrinting ? read.card.externalId : externalId, isThere: read !== undefined };
  });
  expect(found).toEqual(known.map(({ row, externalId }) => ({ row, externalId, isThere: true })));
  const sure = known.filter(({ row, status }) => status === 'ok' && of.get(row)?.status === 'sure');
  expect(sure.length).toBeGreaterThanOrEqual(known.filter(({ status }) => status === 'ok').length);
});

test('[12-2] a plain line names its printing by set and number, with copies and finish', async () => {
  expect(await meant('2 Sol Ring (C21) 263')).toEqual([['sure', 2, 'Sol Ring C21 263', null]]);
});

test('[12-2] a line without a printing wants any; without a number copies are one', async () => {
  expect(await meant('Sol Ring\n3x Black Lotus')).toEqual([
    ['sure', 1, 'any Sol Ring', null],
    ['sure', 3, 'any Black Lotus', null],
  ]);
});
