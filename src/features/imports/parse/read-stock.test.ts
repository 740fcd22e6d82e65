import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { shippedCards } from '../catalogue.testing.ts';
import type { CardSource } from '../find-cards.ts';
import { readStock, type Stock } from './read-stock.ts';

const samples = join(import.meta.dirname, '../samples');

interface Expected {
  file: string;
  row: number;
  status: 'ok' | 'warn' | 'error';
  externalId?: string;
  grade?: string;
  language?: string;
}
const expected: Expected[] = readFileSync(join(samples, 'expected.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

let source: CardSource;
beforeAll(() => {
  source = shippedCards();
}, 60_000);

const statuses = { sure: 'ok', doubtful: 'warn', rejected: 'error' } as const;
const files = [...new Set(expected.map(({ file }) => file))];

test.each(files)('%s is read as its expected results', async (file) => {
  const rows = expected.filter((entry) => entry.file === file);
  const stock: Stock | Error = await readStock(readFileSync(join(samples, file)), source).catch(
    (error: Error) => error,
  );
  const seen = rows.map(({ row, externalId, grade, language }) => {
    if (row === 0) return { row, status: stock instanceof Error ? 'error' : stock.notes.length > 0 ? 'warn' : 'ok' };
    const of = stock instanceof Error ? undefined : stock.rows.find((entry) => entry.row === row);
    return {
      row,
      status: of && statuses[of.status],
      ...(externalId !== undefined && { externalId: of?.card?.externalId, why: of?.notes }),
      ...(grade !== undefined && { grade: of?.grading && `${of.grading.company} ${of.grading.grade}` }),
      ...(language !== undefined && { language: of?.language }),
    };
  });
  const wanted = rows.map(({ row, status, externalId, grade, language }) => ({
    row,
    status,
    ...(externalId !== undefined && { externalId, why: expect.anything() }),
    ...(grade !== undefined && { grade }),
    ...(language !== undefined && { language }),
  }));
  expect(seen).toEqual(wanted);
});
