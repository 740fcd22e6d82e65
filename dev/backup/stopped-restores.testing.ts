import { createReadStream, createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { expect, test, vi } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { tablesOf } from '#platform/db/snapshot.ts';
import { openStorage } from '#platform/storage/open.ts';
import type { ObjectStore } from '#platform/storage/storage.ts';
import { withClient } from './backup.testing.ts';
import { bytesOf } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

export interface Given {
  /** The file, of a market with this secret, and where more may lie. */
  backup: string;
  authSecret: string;
  folder: string;
  emptyDatabase(): Promise<string>;
  tryRestore(url: string, env: Record<string, string>, words: string, file?: string): Promise<unknown>;
}

/**
 * What a restore compares, and what stops it: with the backup of `backup.test.ts`, which declares these with its own.
 */
export function testStoppedRestores(given: () => Given): void {
  test('what comes back otherwise than it was kept stops the restore: a row, and no row stays; a photo, by its name', async () => {
    const { emptyDatabase, tryRestore } = given();
    const url = await emptyDatabase();
    const members = () =>
      withClient(url, async (client) => (await client.query('select count(*)::int as n from auth_user')).rows[0].n);
    const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
    let isChanged = false;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      // All rows are there by then, and none has been compared.
      if (isChanged || !/enable trigger/.test((args[0] as pg.QueryConfig).text ?? String(args[0])))
        return query.apply(this, args);
      isChanged = true;
      return query.call(this, "update profile set bio = 'another'").then(() => query.apply(this, args));
    } as never);
    try {
      await expect(tryRestore(url, {}, 'restore FILE')).rejects.toThrow(
        'The restored rows of public.profile differ from the backup. Nothing was restored.',
      );
    } finally {
      spy.mockRestore();
    }
    expect([isChanged, await members()]).toEqual([true, 0]);

    const whole = openStorage(readConfig({ DATA_DIR: mkdtempSync(join(given().folder, 'data-')) }));
    const lossy: ObjectStore = {
      ...whole,
      get: async (key) => {
        const file = await whole.get(key);
        return file && { ...file, bytes: file.bytes.subarray(1) };
      },
    };
    const restored = restoreBackup(
      given().backup,
      { databaseUrl: url, storage: lossy, authSecret: given().authSecret, replace: false },
      () => {},
    );
    await expect(restored).rejects.toThrow(/^photos\/.* is incomplete in /);
    expect(await members()).toBe(0);
  }, 90_000);

  test('a file that broke off, was changed, or is none is refused before anything is touched', async () => {
    const { backup, folder, emptyDatabase, tryRestore } = given();
    const whole = readFileSync(backup);
    const broken = join(folder, 'broken.tar');
    const url = await emptyDatabase();
    writeFileSync(broken, whole.subarray(0, whole.length / 2));
    await expect(tryRestore(url, {}, 'restore FILE', broken)).rejects.toThrow(/damaged or incomplete|no manifest/);
    writeFileSync(broken, 'no tar at all'.repeat(100));
    await expect(tryRestore(url, {}, 'restore FILE', broken)).rejects.toThrow(/damaged|isn’t a complete backup/);
    const changed = Buffer.from(whole);
    const photo = changed.indexOf('WEBP');
    changed[photo + 50] = (changed[photo + 50] ?? 0) ^ 1;
    writeFileSync(broken, changed);
    await expect(tryRestore(url, {}, 'restore FILE', broken)).rejects.toThrow(
      /the content of .*photos\/.* was changed/,
    );
    const later = join(folder, 'later.tar');
    await withManifest(backup, later, (text) =>
      text.replace(/"migrations":\[\{"name":"[^"]*"/, '"migrations":[{"name":"9999-of-later.sql"'),
    );
    await expect(tryRestore(url, {}, 'restore FILE', later)).rejects.toThrow('the unknown migration 9999-of-later.sql');
    expect((await withClient(url, tablesOf)).length).toBe(0);
  });
}

/** The same backup with another manifest, as another version would have written it. */
async function withManifest(from: string, to: string, change: (text: string) => string): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(to));
  const source = extract();
  void pipeline(createReadStream(from), source);
  for await (const entry of source) {
    const bytes = await bytesOf(entry);
    const { name } = entry.header;
    archive.entry({ name }, name === 'manifest.json' ? Buffer.from(change(bytes.toString())) : bytes);
  }
  archive.finalize();
  await written;
}
