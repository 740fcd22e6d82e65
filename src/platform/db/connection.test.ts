import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { type Database, openDatabase } from './db.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(made.url, createLog('silent'), 1);
}, 60_000);
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

/** Of one answer, twenty-five rows of two kilobytes. */
const rows = { name: 'long-rows', text: "select repeat('x', 2000) || n as words from generate_series(1, 25) as n" };
const statements = 60;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (what: { type: 'minor' | 'major' }) => void;
const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

/** By how many bytes a statement the old part of the heap grows, where what is young is collected after each few. */
async function agedBytes(ask: () => Promise<pg.QueryResult>): Promise<number> {
  for (let i = 0; i < statements; i++) await ask();
  collect({ type: 'major' });
  const before = oldBytes();
  for (let i = 0; i < statements; i++) {
    await ask();
    if (i % 3 === 2) collect({ type: 'minor' });
  }
  return (oldBytes() - before) / statements;
}

test('[10-2] the rows of an answer are gone with the next collection of the young, from the pool and on a line of one’s own', async () => {
  const { pool } = database;
  const client = await pool.connect();
  const ofOwn = await agedBytes(() => client.query(rows));
  client.release();
  const ofPool = await agedBytes(() => pool.query(rows));
  // Of 50 kB each.
  expect([ofOwn, ofPool].map((bytes) => bytes < 5_000)).toEqual([true, true]);
}, 60_000);

test('[10-2] a statement that fails says where it was asked', async () => {
  const client = await database.pool.connect();
  const failed = await client.query('select nothing').catch((error: Error) => error);
  client.release();
  expect(failed).toMatchObject({ code: '42703', stack: expect.stringContaining('connection.test.ts') });
});

test('[M-09] a statement that ran out of its time is told once, though its line ends after it', async () => {
  const client = await database.pool.connect();
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', () => {});
  const told: string[] = [];
  // As the pool asks, which would give its line back a second time.
  client.query({ text: 'select pg_sleep(2)', query_timeout: 50 } as pg.QueryConfig, (error: Error) => void told.push(error.message));
  await ended;
  await setImmediate();
  client.release(true);
  expect(told).toEqual(['Query read timeout']);
});
