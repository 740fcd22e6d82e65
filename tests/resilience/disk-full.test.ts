import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Market, startMarket } from '#app/server/start.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { diskFullRefusal, reservedBytes } from '#platform/db/embedded/disk-space.ts';
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { digestOf, tablesOf } from '#platform/db/snapshot.ts';
import { freePort } from '#platform/http/free-port.ts';
import { createLog } from '#platform/log/log.ts';
import { withClient } from '../../dev/backup/backup.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-small-disk-'));
/** Half a gigabyte of its own, in memory. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'sleeved-test', folder]).status === 0;
const ballast = join(folder, 'ballast');
let embedded: EmbeddedServer;
let market: Market | null = null;
let url: string;

beforeAll(async () => {
  if (!isMounted) return;
  chmodSync(folder, 0o755);
  embedded = await startEmbedded(folder);
  await migrate(embedded.url);
  const config = readConfig({
    MODE: 'sandbox',
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    PORT: String(await freePort()),
    DATABASE_POOL: '8',
  });
  market = await startMarket({
    config,
    databaseUrl: embedded.url,
    log: createLog('silent'),
    roles: new Set(['web', 'realtime', 'worker']),
    pages: null,
  });
  await market.prepared();
  url = config.appUrl;
}, 120_000);

afterAll(async () => {
  if (isMounted) {
    await market?.close();
    await embedded?.stop();
    spawnSync('umount', [folder]);
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Writes zeros until `left` bytes are free, or until nothing is. */
function fillUpTo(left: number): void {
  const file = openSync(ballast, 'a');
  try {
    for (let free = freeBytes(); free > left; free = freeBytes())
      writeSync(file, Buffer.alloc(Math.min(1024 * 1024, Math.max(4_096, free - left))));
  } catch (error) {
    expect((error as { code?: string }).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function ask(method: string, path: string, cookie = '', body?: unknown) {
  const headers = {
    ...(cookie ? { cookie, origin: url } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    body: text ? JSON.parse(text) : null,
  };
}

const profiles = () =>
  withClient(embedded.url, async (client) => {
    const table = (await tablesOf(client)).find(({ name }) => name === 'profile');
    if (!table) throw new Error('no profiles');
    return digestOf(client, table);
  });

test.skipIf(!isMounted)(
  'FT a full disk: writes are refused in words, reads go on, and nothing is corrupted (skipped where a tmpfs cannot be mounted)',
  async () => {
    const name = 'Full_disk_1';
    const signUp = {
      email: 'full@example.test',
      password: 'correct-horse-battery',
      username: name,
      location: 'Lyon, FR',
    };
    const made = await ask('POST', '/api/auth/sign-up/email', '', signUp);
    expect(made.status).toBe(200);
    const { id } = made.body.user;
    const say = (bio: string) => ask('PATCH', '/api/profile', made.cookie, { bio });
    expect((await say('kept')).status).toBe(200);

    // Before the database server itself would meet the end of the disk.
    fillUpTo(reservedBytes - 4 * 1024 * 1024);
    await expect.poll(async () => (await say('lost')).status).toBe(507);
    const refused = await say('lost');
    expect(refused.type).toBe('application/problem+json');
    expect(refused.body).toMatchObject({
      code: 'no_room',
      status: 507,
      message: expect.stringContaining('storage is full'),
    });
    expect((await ask('GET', `/api/profiles/${id}`)).body.bio).toBe('kept');
    const before = await profiles();

    // To the last byte: code that does not check first gets the error of the disk.
    fillUpTo(0);
    expect((await say('lost')).status).toBe(507);
    expect((await ask('GET', `/api/profiles/${id}`)).body.bio).toBe('kept');
    expect((await ask('GET', '/api/health')).status).toBe(200);
    await expect(
      market?.platform.storage.put('photos/full/160.webp', new Uint8Array(100_000), 'image/webp'),
    ).rejects.toSatisfy((error) => diskFullRefusal(error)?.status === 507);
    expect(await market?.platform.storage.get('photos/full/160.webp')).toBeNull();
    const grow =
      "insert into sandbox_mail select 'm' || i, 'x', 'x', repeat('x', 1000), '', now() from generate_series(1, 5000) i";
    await expect(market?.platform.pool.query(grow)).rejects.toSatisfy(
      (error) => diskFullRefusal(error)?.status === 507,
    );
    expect(await profiles()).toEqual(before);

    rmSync(ballast);
    await expect.poll(async () => (await say('again')).status).toBe(200);
    const after = await profiles();
    // What the disk holds is what was acknowledged, also after a stop and a start.
    await market?.close();
    market = null;
    await embedded.stop();
    embedded = await startEmbedded(folder);
    expect(await profiles()).toEqual(after);
    await withClient(embedded.url, async (client) =>
      expect(
        (
          await client.query(
            "select bio, (select count(*)::int from sandbox_mail where id like 'm%') as half from profile",
          )
        ).rows,
      ).toEqual([{ bio: 'again', half: 0 }]),
    );
  },
  120_000,
);
