import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { openStorage } from '#platform/storage/open.ts';
import type { ObjectStore } from '#platform/storage/storage.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { type S3Server, startS3Server } from '#testing/servers/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { readBackupTask, runBackupTask } from '../admin-backup.ts';
import { everythingOf, withClient } from './backup.testing.ts';
import { verifyBackup } from './read-backup.ts';
import { testStoppedRestores } from './stopped-restores.testing.ts';
import { writeBackup } from './write-backup.ts';

let market: TestMarket;
let server: S3Server;
let folder: string;
let backup: string;
/** What the market held when the backup was made. */
let held: Record<string, string>;
const made: TestDatabase[] = [];

/**
 * A market with members, a listing with photos, a sale under way and timers; then a backup of it, taken while it runs.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sleeved-backup-test-'));
  server = await startS3Server();
  market = await startTestMarket();
  await importTestCards(market);
  const seller = await premium(market, await market.signUp());
  const buyer = await market.signUp();
  await market.request('PATCH', '/api/profile', { as: seller, body: { bio: 'Tabs\tand\nlines, \\N and 例え' } });
  const listing = await listed(market, seller);
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(await crafted.photo())], { type: 'image/jpeg' }), 'front.jpg');
  expect((await market.request('POST', `/api/listings/${listing.id}/photos`, { as: seller, body: form })).status).toBe(
    201,
  );
  expect((await market.request('POST', '/api/orders', { as: buyer, body: { listingId: listing.id } })).status).toBe(
    201,
  );
  await market.runJobs();
  const { config, storage } = market.platform;
  const url = config.databaseUrl ?? '';
  // A running market's clocks tick: what is compared is a moment in which none did.
  for (let isSame = false, attempt = 1; !isSame; attempt++) {
    backup = join(folder, `market-${attempt}.tar`);
    held = await everythingOf(url, storage);
    await runBackupTask({ act: 'backup', file: backup, withoutPhotos: false }, config, url, () => {});
    isSame = JSON.stringify(held) === JSON.stringify(await everythingOf(url, storage));
    if (!isSame && attempt === 5) throw new Error('the market was never still');
  }
}, 90_000);
afterAll(async () => {
  await market?.close();
  for (const database of made) await database.drop();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A database without any schema, as `createdb` makes it. */
async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase(inject('databaseServer'));
  made.push(database);
  await withClient(database.url, (client) =>
    client.query('drop schema graphile_worker cascade; drop schema public cascade; create schema public'),
  );
  return database.url;
}

async function tryRestore(
  url: string,
  env: Record<string, string>,
  words: string,
  file = backup,
): Promise<{ said: string[]; config: Config }> {
  const task = readBackupTask(words.replace('FILE', file).split(' '));
  if (!task) throw new Error('not a task');
  const config = readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), ...env });
  const said: string[] = [];
  await runBackupTask(task, { ...config, authSecret: market.platform.config.authSecret }, url, (line) =>
    said.push(line),
  );
  return { said, config };
}

test('the end of a backup is noted for the admins', async () => {
  const { rows } = await market.platform.pool.query('select finished_at from backup_made');
  expect(rows).toEqual([{ finished_at: expect.any(Date) }]);
});

test('the words of the command line', () => {
  const read = (line: string) => readBackupTask(line.split(' '));
  expect(read('backup a.tar')).toEqual({ act: 'backup', file: 'a.tar', withoutPhotos: false });
  expect(read('backup a.tar --without-photos')).toEqual({ act: 'backup', file: 'a.tar', withoutPhotos: true });
  expect(read('restore a.tar')).toEqual({ act: 'restore', file: 'a.tar', replace: false });
  expect(read('restore a.tar --replace')).toEqual({ act: 'restore', file: 'a.tar', replace: true });
  for (const line of [
    'backup',
    'backup a b',
    'backup a --replace',
    'restore a --without-photos',
    'restore',
    'restore --replace',
    'restore a --now',
    'restore a --replace --replace',
  ])
    expect(read(line), line).toBeNull();
});

describe('a backup of a running market', () => {
  test('is one file that only its owner reads, and takes the place of none', async () => {
    expect(statSync(backup).mode & 0o077).toBe(0);
    const { config } = market.platform;
    await expect(
      runBackupTask({ act: 'backup', file: backup, withoutPhotos: false }, config, config.databaseUrl ?? '', () => {}),
    ).rejects.toThrow('already exists');
  });

  test('is refused in words where the settings lead to an empty folder, unless no photos are wanted', async () => {
    const { config } = market.platform;
    const elsewhere = { ...config, s3: null, dataDir: mkdtempSync(join(folder, 'elsewhere-')) };
    const file = join(folder, 'no-photos.tar');
    const tried = (withoutPhotos: boolean, said: string[] = []) =>
      runBackupTask({ act: 'backup', file, withoutPhotos }, elsewhere, config.databaseUrl ?? '', (line) =>
        said.push(line),
      ).then(() => said.join(' '));
    await expect(tried(false)).rejects.toThrow(
      /has 1 photo, but .*elsewhere-.* has no files.*DATA_DIR.*--without-photos/,
    );
    expect(readdirSync(folder)).not.toContain('no-photos.tar');
    expect(await tried(true)).toMatch(/, 0 files with 0 bytes to .*\. The backup has no photos/);
  });

  test('is not written into a file that another user placed at its temporary path', async () => {
    const file = join(folder, 'laid.tar');
    writeFileSync(`${file}.part`, 'theirs');
    chmodSync(`${file}.part`, 0o666);
    const { config } = market.platform;
    await runBackupTask({ act: 'backup', file, withoutPhotos: false }, config, config.databaseUrl ?? '', () => {});
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('theirs');
    expect(readdirSync(folder).filter((name) => name.startsWith('.sleeved-backup-'))).toEqual([]);
  });

  test.each([
    'a folder',
    'an S3 store',
  ])('restored into an empty database and %s, every table and file is the same by hash, and the next version may start', async (where) => {
    expect(Object.keys(held).filter((name) => name.startsWith('photos/'))).toHaveLength(4);
    expect(held['public.orders']).toMatch(/^1 /);
    expect(Number(held['public.job_timer']?.split(' ')[0])).toBeGreaterThan(1);
    const url = await emptyDatabase();
    const { said, config } = await tryRestore(url, where === 'a folder' ? {} : server.env, 'restore FILE');
    expect(said.at(-1)).toMatch(/^Restored and verified \d+ tables with [\d,]+ rows, 4 files/);
    expect(await everythingOf(url, openStorage(config))).toEqual(held);
    // Numbers go on where they stopped: the next row does not meet one that is there.
    await withClient(url, async (client) => {
      const event =
        "insert into outbox_event (kind, subject, version, topics, data, at) values ('x', 'x', 1, '{}', '{}', now()) returning id > (select max(id) from outbox_event) as later";
      expect((await client.query(event)).rows).toEqual([{ later: true }]);
    });
    if (where !== 'a folder') return;
    const again = await startTestMarket({ env: { DATABASE_URL: url, DATA_DIR: config.dataDir } });
    const photo = Object.keys(held).find((name) => name.startsWith('photos/'));
    expect((await fetch(`${again.url}/${photo}`)).status).toBe(200);
    await again.close();
  }, 60_000);

  test('is not restored over a market that has content or is in use; --replace takes the place of it whole', async () => {
    const url = await emptyDatabase();
    const { config } = await tryRestore(url, {}, 'restore FILE');
    await expect(tryRestore(url, {}, 'restore FILE')).rejects.toThrow(
      /The database or store isn’t empty \(2 members\)/,
    );
    const before = await everythingOf(url, openStorage(config));
    await withClient(url, (client) => client.query("update profile set bio = 'later'"));
    await withClient(url, async () => {
      await expect(tryRestore(url, {}, 'restore FILE --replace')).rejects.toThrow('in use by other connections (1)');
    });
    await openStorage(config).put('photos/later/160.webp', new Uint8Array([1]), 'image/webp');
    await tryRestore(url, { DATA_DIR: config.dataDir }, 'restore FILE --replace');
    expect(await everythingOf(url, openStorage(config))).toEqual(before);
    // An empty database beside a store with files is no empty market.
    await expect(tryRestore(await emptyDatabase(), { DATA_DIR: config.dataDir }, 'restore FILE')).rejects.toThrow(
      'files in the folder',
    );
  });
});

testStoppedRestores(() => ({
  backup,
  authSecret: market.platform.config.authSecret,
  folder,
  emptyDatabase,
  tryRestore,
}));

describe('what a backup of a busy market holds', () => {
  let url: string;
  beforeEach(async () => {
    url = market.platform.config.databaseUrl ?? '';
  });

  test('the tables are of one moment, whatever is written while they are read', async () => {
    const file = join(folder, 'busy.tar');
    const { storage, config, pool } = market.platform;
    let looks = 0;
    // A photo whose file comes after the first look at the store, and its row before the snapshot: the second look
    // finds it.
    const watched: ObjectStore = {
      ...storage,
      async *list() {
        looks++;
        yield* storage.list();
        if (looks === 1) await storage.put('photos/between/160.webp', new Uint8Array([7]), 'image/webp');
      },
    };
    // One table that is read early and one that is read late, written together all the while.
    const pair = `with a as (insert into audit_log (id, at, by, act, subject) values ($1, now(), 'test', 'pair', 'pair'))
      insert into sandbox_mail (id, recipient, subject, body_text, body_html, sent_at) values ($1, 'pair', '', '', '', now())`;
    let isOver = false;
    const writer = (async () => {
      for (let i = 0; !isOver; i++) await pool.query(pair, [`pair-${i}`]);
      await pool.query("delete from audit_log where act = 'pair'");
      await pool.query("update audit_chain set line = 0, hash = ''");
      await pool.query("delete from sandbox_mail where recipient = 'pair'");
    })();
    const rowsOf = async (table: string) =>
      (await pool.query(`select count(*)::int as n from ${table} where id not like 'pair-%'`)).rows[0].n;
    const [acts, mails] = [await rowsOf('audit_log'), await rowsOf('sandbox_mail')];
    await writeBackup(file, { databaseUrl: url, storage: watched, authSecret: config.authSecret, leftOut: [] });
    isOver = true;
    await writer;
    const manifest = await verifyBackup(file);
    expect(manifest.files.map(({ key }) => key)).toContain('photos/between/160.webp');
    const storedRows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0;
    expect(storedRows('audit_log') - acts).toBe(storedRows('sandbox_mail') - mails);
    await storage.remove('photos/between/160.webp');
  });

  test('the shipped catalogue is left out and an empty database takes the rest', async () => {
    const file = join(folder, 'small.tar');
    const { storage, config } = market.platform;
    const leftOut = ['game', 'card_set', 'card', 'catalogue_state', 'catalogue_index', 'catalogue_file'];
    await writeBackup(file, { databaseUrl: url, storage, authSecret: config.authSecret, leftOut });
    expect((await verifyBackup(file)).tables.map(({ name }) => name)).not.toContain('card');
    const target = await emptyDatabase();
    const { said } = await tryRestore(target, {}, 'restore FILE', file);
    expect(said.at(-1)).toBe('The card database of this version is loaded at the next start.');
    const [here, there] = [await everythingOf(target, storage), { ...held }];
    for (const name of leftOut) for (const all of [here, there]) delete all[`public.${name}`];
    expect(here).toEqual(there);
  });
});
