import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { migrate, migrationNames } from './migrate.ts';

test('two concurrent migrators bring a database to the newest schema, and run each file once', async () => {
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

describe('beside a running server', () => {
  let database: TestDatabase;
  let folder: string;
  let other: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase(inject('databaseServer'));
    folder = mkdtempSync(join(tmpdir(), 'sleeved-migrations-'));
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query(
      'create table shelf (id int primary key, title text); insert into shelf select i, i::text from generate_series(1, 100) i',
    );
  });
  afterEach(async () => {
    await other.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const run = (options: { tries?: number; lockTimeoutMs?: number } = {}, report?: (line: string) => void) =>
    migrate(database.url, report, { folder, lockTimeoutMs: 200, ...options });

  test('a migration whose table is locked steps back, lets readers pass, and retries until it gets its lock', async () => {
    write('0901-add-note.sql', 'alter table shelf add column note text');
    await other.query('begin; select * from shelf limit 1');
    const said: string[] = [];
    const running = run({}, (line) => {
      said.push(line);
      // It has stepped back: the lock is released only now.
      if (said.length === 2) void other.query('commit');
    });
    // Another reader, who would wait behind the waiting migration for as long as the table is locked.
    const reader = new pg.Client({ connectionString: database.url, statement_timeout: 10_000 });
    await reader.connect();
    for (let i = 0; i < 5; i++)
      expect((await reader.query('select count(*)::int as n from shelf')).rows).toEqual([{ n: 100 }]);
    await reader.end();
    expect(await running).toEqual(['0901-add-note.sql']);
    expect(said[0]).toBe('Migration 0901-add-note.sql is waiting for a lock, try 2 of 20…');
  });

  test('it gives up after its attempts with a message, changes nothing, and the next start runs it', async () => {
    write(
      '0901-make-box.sql',
      'create table box (id int); insert into box values (1); alter table shelf add column note text',
    );
    await other.query('begin; select * from shelf limit 1');
    await expect(run({ tries: 2, lockTimeoutMs: 50 })).rejects.toThrow(
      '0901-make-box.sql got no lock in 2 tries of 0.05 s',
    );
    expect((await other.query("select to_regclass('box') as box")).rows).toEqual([{ box: null }]);
    await other.query('commit');
    expect(await run()).toEqual(['0901-make-box.sql']);
  });

  test('an index is built outside a transaction; an invalid one of a failed attempt is dropped and built again', async () => {
    write(
      '0901-find-shelves.sql',
      '-- outside a transaction\ncreate unique index concurrently shelf_by_title on shelf (title)',
    );
    await other.query("insert into shelf values (101, '1')");
    await expect(run()).rejects.toThrow('0901-find-shelves.sql failed: could not create unique index');
    const index = "select indisvalid from pg_index where indexrelid = 'shelf_by_title'::regclass";
    expect((await other.query(index)).rows).toEqual([{ indisvalid: false }]);
    await other.query('delete from shelf where id = 101');
    expect(await run()).toEqual(['0901-find-shelves.sql']);
    expect((await other.query(index)).rows).toEqual([{ indisvalid: true }]);
  });

  test('an index whose record was lost with the process that built it is done, and is recorded', async () => {
    const name = '0901-find-shelves.sql';
    write(name, '-- outside a transaction\ncreate index concurrently shelf_by_title on shelf (title)');
    expect(await run()).toEqual([name]);
    await other.query('delete from schema_migration where name = $1', [name]);
    expect(await run()).toEqual([name]);
    expect(await run()).toEqual([]);
    // Another kind of object of that name is an error as before.
    write('0902-find-more.sql', '-- outside a transaction\ncreate index concurrently shelf on shelf (id)');
    await expect(run()).rejects.toThrow('0902-find-more.sql failed: relation "shelf" already exists');
  });

  test('an older version accepts what a newer version has run, and its writes go on', async () => {
    write('0901-add-note.sql', "alter table shelf add column note text not null default ''");
    expect(await run()).toEqual(['0901-add-note.sql']);
    rmSync(join(folder, '0901-add-note.sql'));
    expect(await run()).toEqual([]);
    await other.query("insert into shelf (id, title) values (200, 'of an older process')");
  });

  test('a server that shuts down right after the migration ends no process: all connections are closed, and errors of closing ones are handled', async () => {
    const ended = vi.spyOn(pg.Pool.prototype, 'end');
    await run();
    const connections = await other.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect(connections.rows).toEqual([]);
    expect(ended.mock.contexts.map((pool) => (pool as pg.Pool).listenerCount('error'))).toEqual([1]);
    ended.mockRestore();
  });

  test('two concurrent starts run each file once', async () => {
    for (const n of [1, 2, 3])
      write(`090${n}-add-${'abc'[n - 1]}.sql`, `alter table shelf add column c${n} int; select pg_sleep(0.05)`);
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat()).toHaveLength(3);
  });

  test('two concurrent starts build an index outside a transaction once, and wait for an old reader instead of dropping the index', async () => {
    write('0901-add-note.sql', 'alter table shelf add column note text; select pg_sleep(0.3)');
    write(
      '0902-find-shelves.sql',
      '-- outside a transaction\ncreate index concurrently shelf_by_title on shelf (title)',
    );
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read; select 1 from schema_migration limit 0');
    const said: string[] = [];
    const starts = [1, 2].map(() => run({ tries: 3, lockTimeoutMs: 50 }, (line) => said.push(line)));
    const building =
      "select 1 from pg_stat_progress_create_index where relid = 'shelf'::regclass and phase = 'waiting for old snapshots'";
    await expect.poll(async () => (await other.query(building)).rowCount, { timeout: 20_000 }).toBe(1);
    // Longer than the lock timeouts of a file in a transaction.
    await other.query('select pg_sleep(0.5)');
    await reader.query('commit');
    await reader.end();
    expect((await Promise.all(starts)).flat()).toEqual(['0901-add-note.sql', '0902-find-shelves.sql']);
    expect(said).toEqual([]);
  });
});
