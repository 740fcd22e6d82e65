import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase } from '#testing/servers/test-database.ts';
import { ensureDemo } from './ensure-demo.ts';

test('a second process waits for the one that makes the demo for longer than a statement may take', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  const opened = openDatabase(database.url, createLog('silent'), 2, { answerWithinMs: 1_000 });
  const maker = new pg.Client({ connectionString: database.url });
  await maker.connect();
  try {
    await maker.query('select pg_advisory_lock(7305163)');
    const second = ensureDemo({ pool: opened.pool } as unknown as Platform, () => {});
    second.catch(() => {});
    await pause(1_500);
    await maker.query('insert into demo_market (begun_at, finished_at) values (now(), now())');
    await maker.query('select pg_advisory_unlock(7305163)');
    expect(await second).toBe('ready');
  } finally {
    await maker.end();
    await opened.close();
    await database.drop();
  }
});
