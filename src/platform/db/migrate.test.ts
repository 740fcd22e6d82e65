import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '#testing/test-database.ts';
import { migrate, migrationNames } from './migrate.ts';

test('two migrators at once bring one database to the newest schema, each file once', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade');
    const [first, second] = await Promise.all([migrate(database.url), migrate(database.url)]);
    expect([...first, ...second]).toEqual(migrationNames());
    expect(await migrate(database.url)).toEqual([]);

    await client.query("update schema_migration set digest = 'other' where name = $1", [migrationNames()[0]]);
    await client.end();
    await expect(migrate(database.url)).rejects.toThrow(/was changed after it ran/);
  } finally {
    await database.drop();
  }
});

test('migrations have one number each and are named verb-noun', () => {
  const numbers = migrationNames().map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
