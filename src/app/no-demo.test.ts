import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { requireNoDemo } from './no-demo.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
});
afterAll(() => database.drop());

test('production refuses a database in which the demo market was made or begun, and no other', async () => {
  await requireNoDemo(database.url, { mode: 'production' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('insert into demo_market (begun_at) values (now())');
  await client.end();
  await requireNoDemo(database.url, { mode: 'sandbox' });
  await expect(requireNoDemo(database.url, { mode: 'production' })).rejects.toThrow(
    'holds the demo market, whose members have a password that everybody knows',
  );
});
