import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { askTogether, type Question } from './ask-together.ts';
import { type Database, openDatabase } from './db.ts';

let made: TestDatabase;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(made.url, createLog('silent'), 2);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const twice = (n: number): Question<number> => ({ values: [n], text: (place) => `${place}::int * 2`, read: (found: number) => found });
const nothing: Question<string> = {
  values: [],
  text: () => '(select kind from outbox_event where false)',
  read: (found: string | null) => found ?? 'none',
};
const joined = (a: string, b: string): Question<() => string> => ({
  values: [a, b],
  text: (first, second) => `${second}::text || ${first}::text || ${second}::text`,
  read: (found: string) => () => found,
});

test('[9-N] questions of several rooms are one statement, each with its own values and its own reading', async () => {
  for (const n of [1, 21]) {
    const [first, none, words, last] = await askTogether(database.db, 'test-together', twice(n), nothing, joined('a', 'b'), twice(n + 1));
    expect([first, none, words(), last]).toEqual([2 * n, 'none', 'bab', 2 * n + 2]);
  }
  const prepared = await database.pool.query('select name from pg_prepared_statements');
  expect(prepared.rows).toEqual([{ name: 'test-together' }]);
});
