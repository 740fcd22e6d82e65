import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
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

test("the error of a failed statement has the caller's stack trace", async () => {
  const client = await database.pool.connect();
  const failed = await client.query('select nothing').catch((error: Error) => error);
  client.release();
  expect(failed).toMatchObject({ code: '42703', stack: expect.stringContaining('connection.test.ts') });
});

test('a timed-out statement calls its callback once, though its connection ends later', async () => {
  const client = await database.pool.connect();
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', () => {});
  const notified: string[] = [];
  // With a callback, as the pool does, which would release its connection a second time.
  client.query(
    { text: 'select pg_sleep(2)', query_timeout: 50 } as pg.QueryConfig,
    (error: Error) => void notified.push(error.message),
  );
  await ended;
  await setImmediate();
  client.release(true);
  expect(notified).toEqual(['Query read timeout']);
});
