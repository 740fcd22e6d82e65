import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { askThenChange, askTogether, OfRow, type Question } from './ask-together.ts';
import { type Database, handleOf, openDatabase } from './db.ts';

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

test('[10-6] a row is changed after who is kept first, and not at all where nobody is, in one statement with what is asked about it', async () => {
  const { pool } = database;
  await pool.query(`create table keeper (id text primary key); create table thing (id text primary key, owner text, n int); insert into keeper values ('ada');
    insert into thing values ('t', 'mara', 0)`);
  const kept = (id: string): Question<boolean> => ({
    values: [id],
    text: (keeper) => `(select true from keeper where id = ${keeper} for key share)`,
    read: (found: boolean | null) => found === true,
  });
  const named = (owner: string | OfRow): Question<string> => ({
    values: [owner],
    text: (name) => `(select ${name} || '!')`,
    read: (found: string) => found,
  });
  const change = {
    id: 't',
    values: { more: 2 },
    steps: (id: string, { more }: { more: string }) =>
      [
        ['changed', `update thing set n = n + ${more}::int where id = ${id} returning id, owner, n`],
        ['told', `insert into keeper select owner from changed`],
      ] as const,
  };
  const act = (who: string, db = database.db) =>
    askThenChange<{ id: string; n: number }, { more: number }, boolean, [Question<string>]>(db, 'test-change', change, kept(who), [
      named(new OfRow('owner')),
    ]);
  expect(await act('nobody')).toEqual([false, null]);
  expect(await act('ada')).toMatchObject([true, [{ id: 't', owner: 'mara', n: 2 }, 'mara!']]);
  expect((await pool.query('select n, (select count(*) from keeper) as told from thing')).rows).toEqual([{ n: 2, told: 2 }]);

  await pool.query("delete from keeper where id = 'mara'");
  const [leaving, line] = await Promise.all([pool.connect(), pool.connect()]);
  const other = openDatabase(made.url, createLog('silent'), 1);
  try {
    await leaving.query("begin; select 1 from keeper where id = 'ada' for update");
    const acted = act('ada', handleOf(line));
    await expect.poll(async () => (await other.pool.query('select 1 from pg_locks where not granted')).rowCount).toBe(1);
    await other.pool.query("select 1 from thing where id = 't' for update nowait");
    await leaving.query('rollback');
    expect(await acted).toMatchObject([true, [{ n: 4 }, 'mara!']]);
  } finally {
    leaving.release();
    line.release();
    await other.close();
  }
});
