import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import { checkKey, type ObjectStore } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
let server: Server;
let s3: ObjectStore;
const bucket = new Map<string, { bytes: Buffer; type: string }>();

/** As much of the protocol as the store uses, over real HTTP through the real SDK. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '/', 'http://s3').pathname;
    if (request.method === 'PUT') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      bucket.set(key, { bytes: Buffer.concat(parts), type: String(request.headers['content-type']) });
      response.writeHead(200, { etag: '"x"' }).end();
    } else if (request.method === 'DELETE') {
      bucket.delete(key);
      response.writeHead(204).end();
    } else {
      const found = bucket.get(key);
      if (found) response.writeHead(200, { 'content-type': found.type }).end(found.bytes);
      else response.writeHead(404, { 'content-type': 'application/xml' }).end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  s3 = s3Store({ endpoint: `http://127.0.0.1:${port}`, bucket: 'market', accessKeyId: 'key', secretAccessKey: 'secret' });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['folder', () => folderStore(folder)],
  ['s3', () => s3],
] as const)('%s store', (_name, open) => {
  test('gives back what was put, replaces it, and forgets it', async () => {
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

  test('refuses a key that is not ours to make', async () => {
    const store = open();
    for (const key of ['../secret', '/etc/passwd', 'a/../b', 'a//b', 'A.webp', 'a\\b', 'a\0b', '.hidden', '']) {
      await expect(store.put(key, new Uint8Array(), 'image/webp')).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
    }
  });
});

test('leaves no half-written file behind', async () => {
  await folderStore(folder).put('photos/x/1.webp', new Uint8Array(1_000), 'image/webp');
  expect(readdirSync(join(folder, '.incoming'))).toEqual([]);
});

test('takes the keys that the market makes', () => {
  for (const key of ['photos/01kq3/160.webp', 'art/01kq3/front/640.webp', 'exports/abc.zip']) expect(checkKey(key)).toBe(key);
});
