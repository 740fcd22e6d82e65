import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#platform/http/free-port.ts';
import { type S3Server, startS3Server } from '#testing/servers/s3-server.ts';
import { checkStorage } from './check.ts';
import { folderStore } from './folder-store.ts';
import { moveFiles } from './move.ts';
import { s3Store } from './s3-store.ts';
import { checkKey, type ObjectStore } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

async function contentsOf(store: ObjectStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of await keysOf(store)) found[key] = Buffer.from((await store.get(key))?.bytes ?? []).toString('hex');
  return found;
}

async function empty(store: ObjectStore): Promise<void> {
  await Promise.all((await keysOf(store)).map((key) => store.remove(key)));
}

const client = () => {
  const { endpoint, region, accessKeyId, secretAccessKey } = server.settings;
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
};

/** Like another program: bypassing our store, which refuses such a key. */
async function putForeign(where: string, key: string): Promise<void> {
  if (where === 's3')
    await client().send(new PutObjectCommand({ Bucket: server.settings.bucket, Key: key, Body: 'theirs' }));
  else {
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), 'theirs');
  }
}

async function hasForeign(where: string, key: string): Promise<boolean> {
  if (where !== 's3') return existsSync(join(folder, key));
  const there = client().send(new HeadObjectCommand({ Bucket: server.settings.bucket, Key: key }));
  return there.then(
    () => true,
    () => false,
  );
}

const stores = [
  ['folder', () => folderStore(folder)],
  ['s3', () => s3Store(server.settings, 10)],
] as const;

describe.each(stores)('%s store', (_name, open) => {
  beforeEach(() => empty(open()));

  test('returns a stored file, replaces it, and removes it', async () => {
    const store = open();
    const key = 'photos/abc/640.webp';
    expect(await store.get(key)).toBeNull();
    const first = new Uint8Array([1, 2, 3, 0, 255]);
    await store.put(key, first, 'image/webp');
    const found = await store.get(key);
    expect([...(found?.bytes ?? [])]).toEqual([...first]);
    expect(found?.contentType).toBe('image/webp');
    await store.put(key, new Uint8Array([9]), 'image/webp');
    expect([...((await store.get(key))?.bytes ?? [])]).toEqual([9]);
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  test('returns a photo of several megabytes byte by byte, and an empty file as an empty one', async () => {
    const store = open();
    const large = Buffer.alloc(5_000_001, Buffer.from('aws-chunked;chunk-signature=\r\n0\r\n'));
    await store.put('photos/large/1600.webp', large, 'image/webp');
    expect(Buffer.compare((await store.get('photos/large/1600.webp'))?.bytes ?? new Uint8Array(), large)).toBe(0);
    await store.put('checks/empty.json', new Uint8Array(), 'application/json');
    expect((await store.get('checks/empty.json'))?.bytes).toHaveLength(0);
  });

  test('lists every file once with its size, over several pages', async () => {
    const store = open();
    expect(await keysOf(store)).toEqual([]);
    const keys = Array.from({ length: 23 }, (_, i) =>
      `photos/a${String(i).padStart(2, '0')}/160.webp`.replace('a1', 'longer-1'),
    );
    await Promise.all(keys.map((key) => store.put(key, new Uint8Array(key.length), 'image/webp')));
    const listed: { key: string; size: number }[] = [];
    for await (const file of store.list()) listed.push(file);
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
    expect(listed.every(({ key, size }) => size === key.length)).toBe(true);
  });

  test('files of other programs are not listed, and stay when strays are pruned', async () => {
    const store = open();
    const foreign = ['backups/sleeved-2026-11-22.tar', 'letsencrypt/site.pem', 'sleeved.dump', 'photos.tar'];
    for (const key of foreign) await putForeign(_name, key);
    await store.put('avatars/a/192.webp', new Uint8Array([1]), 'image/webp');
    expect(await keysOf(store)).toEqual(['avatars/a/192.webp']);
    await moveFiles(folderStore(join(folder, 'none')), store, { prune: true });
    expect(await keysOf(store)).toEqual([]);
    for (const key of foreign) expect(await hasForeign(_name, key), key).toBe(true);
  });

  test('refuses a key outside our folders or with other characters', async () => {
    const store = open();
    for (const key of [
      '../secret',
      '/etc/passwd',
      'photos/../b',
      'photos//b',
      'photos/A.webp',
      'photos/a\\b',
      'photos/a\0b',
      'photos/.hidden',
      'photos',
      'backups/a.tar',
      '',
    ]) {
      await expect(store.put(key, new Uint8Array(), 'image/webp')).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
    }
  });

  test('passes the check at the start, which leaves no file', async () => {
    const store = open();
    await checkStorage(store, { s3: _name === 's3' ? server.settings : null, dataDir: folder });
    expect(await keysOf(store)).toEqual([]);
  });
});

test('leaves no partial file behind', async () => {
  await folderStore(folder).put('photos/x/1.webp', new Uint8Array(1_000), 'image/webp');
  expect(readdirSync(join(folder, '.incoming'))).toEqual([]);
});

test('accepts the keys that the app creates', () => {
  for (const key of ['photos/01kq3/160.webp', 'avatars/01kq3/192.webp', 'checks/0af3.json'])
    expect(checkKey(key)).toBe(key);
});

describe('an unusable store is reported at the start, naming the setting', () => {
  const errorOf = async (change: Partial<S3Server['settings']>) => {
    const s3 = { ...server.settings, ...change };
    return checkStorage(s3Store(s3), { s3, dataDir: folder }).catch((error: Error) => error.message);
  };
  test('no server, no bucket, unknown key', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await errorOf({ endpoint })).toContain(`S3_ENDPOINT: no S3 store responds at ${endpoint} (ECONNREFUSED)`);
    expect(await errorOf({ bucket: 'other' })).toContain('S3_BUCKET: the bucket other doesn’t exist at');
    expect(await errorOf({ accessKeyId: 'nobody' })).toContain('S3_ACCESS_KEY_ID: the store at');
  });
  test('a folder that cannot be created', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const dataDir = join(folder, 'a-file');
    await expect(checkStorage(folderStore(join(dataDir, 'files')), { s3: null, dataDir })).rejects.toThrow(
      `DATA_DIR: Sleeved can’t write files to ${dataDir} (ENOTDIR). Check the permissions of the folder.`,
    );
  });
});

test('a store that goes away is a refusal with Retry-After, and not a missing file', async () => {
  const gone = s3Store({ ...server.settings, endpoint: `http://127.0.0.1:${await freePort()}` });
  await expect(gone.get('photos/a/160.webp')).rejects.toMatchObject({
    status: 503,
    code: 'files_away',
    retryAfterSeconds: 30,
  });
  await expect(s3Store({ ...server.settings, bucket: 'other' }).get('photos/a/160.webp')).rejects.toThrow();
});

test('a store that goes away in the middle of a file is the same refusal', async () => {
  const breaking = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': 100_000 });
    response.write('RIFF', () => response.destroy());
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  const { port } = breaking.address() as AddressInfo;
  const broken = s3Store({ ...server.settings, endpoint: `http://127.0.0.1:${port}` });
  await expect(broken.get('photos/a/160.webp')).rejects.toMatchObject({ status: 503, code: 'files_away' });
  breaking.close();
});

describe.each([
  ['the folder to S3', () => folderStore(folder), () => s3Store(server.settings)],
  ['S3 to the folder', () => s3Store(server.settings), () => folderStore(folder)],
] as const)('moving files from %s', (_name, openFrom, openTo) => {
  const fill = async (store: ObjectStore) => {
    for (let i = 0; i < 12; i++) await store.put(`photos/p${i}/160.webp`, Buffer.from(`photo ${i}`), 'image/webp');
  };
  beforeEach(async () => {
    await empty(openFrom());
    await empty(openTo());
    await fill(openFrom());
  });

  test('copies every file, leaves the source unchanged, and has nothing to do in a second run', async () => {
    const before = await contentsOf(openFrom());
    expect(await moveFiles(openFrom(), openTo())).toMatchObject({ files: 12, copied: 12, already: 0, strays: 0 });
    expect(await contentsOf(openTo())).toEqual(before);
    expect(await contentsOf(openFrom())).toEqual(before);
    expect((await openTo().get('photos/p1/160.webp'))?.contentType).toBe('image/webp');
    expect(await moveFiles(openFrom(), openTo())).toMatchObject({ files: 12, copied: 0, already: 12, strays: 0 });
  });

  test('continues after an abort, and writes files with other content again', async () => {
    let left = 7;
    const breaking: ObjectStore = {
      ...openTo(),
      put: (...file) => (left-- > 0 ? openTo().put(...file) : Promise.reject(new Error('the connection was lost'))),
    };
    await expect(moveFiles(openFrom(), breaking)).rejects.toThrow('the connection was lost');
    await openTo().put('photos/p3/160.webp', Buffer.from('photo X'), 'image/webp');
    const report = await moveFiles(openFrom(), openTo());
    expect(report.copied + report.already).toBe(12);
    expect(report.already).toBeGreaterThan(4);
    expect(await contentsOf(openTo())).toEqual(await contentsOf(openFrom()));
  });

  test('copies what a running server adds meanwhile, accepts what it removes, and prunes strays only on request', async () => {
    const from = openFrom();
    let isFirst = true;
    const busy: ObjectStore = {
      ...from,
      async get(key) {
        if (isFirst) {
          isFirst = false;
          await from.put('photos/new/160.webp', Buffer.from('new'), 'image/webp');
          await from.remove(key);
        }
        return from.get(key);
      },
    };
    await openTo().put('photos/stray/160.webp', Buffer.from('stray'), 'image/webp');
    expect(await moveFiles(busy, openTo())).toMatchObject({ files: 12, copied: 12, strays: 1 });
    expect(await keysOf(openTo())).toContain('photos/stray/160.webp');
    expect(await moveFiles(from, openTo(), { prune: true })).toMatchObject({ files: 12, already: 12, strays: 1 });
    expect(await contentsOf(openTo())).toEqual(await contentsOf(from));
  });

  test('a store that corrupts files is detected', async () => {
    const lossy: ObjectStore = { ...openTo(), put: (key, bytes, type) => openTo().put(key, bytes.slice(1), type) };
    await expect(moveFiles(openFrom(), lossy)).rejects.toThrow(/photos\/p\d+\/160\.webp is incomplete/);
  });
});
