import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runOtherMatchings } from '#features/alerts/match/matchers.server.ts';
import { watchFavouriteJob } from '#features/alerts/model/alert.jobs.ts';
import { readListingQuery } from '#features/listings/search/listing.query.ts';
import { keysOfListing } from '#features/listings/search/matching/search-keys.server.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import { createBearerSigner } from '#platform/identity/sessions/bearer.ts';
import { inSource } from '#platform/log/source-lines.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';

/** Requests records by number and returns the results. */
type Read = (numbers: readonly number[]) => unknown[] | Promise<unknown[]>;

const each =
  (read: (n: number) => unknown): Read =>
  (numbers) =>
    Promise.all(numbers.map(read));

/** A process's caches with their maximum sizes, as docs/scaling.md says. */
const caches: readonly (readonly [what: string, most: number, open: () => Read | Promise<Read>])[] = [
  ['searches whose statement has a name', 96, searches],
  ['hashed words', 4_096, () => each((n) => keysOfListing({ ...listing, words: [`word ${n}`] }))],
  ['sessions that showed the former secret', 10_000, formerSecrets],
  ['lines of sources in faults', 2_000, lines],
  ['jobs that were looked through before a letter', 1_000, lookedThrough],
];

const listing = {
  sellerId: 's',
  cardId: 'c',
  freeText: null,
  priceRank: 1,
  setCode: null,
  game: 'pokemon',
} as unknown as Parameters<typeof keysOfListing>[0];
const folder = mkdtempSync(join(tmpdir(), 'bounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(caches)('of %s a process caches %i at most, and answers the same beyond', async (_, most, open) => {
  const read = await open();
  const [first] = await read([0]);
  const { answers, largest } = await largestOf(() => read(Array.from({ length: most + 50 }, (_, n) => n)));
  // One is let go before the next is kept, or just after.
  expect([most, most + 1]).toContain(largest);
  const [again] = await read([0]);
  expect([answers[0], again]).toEqual([first, first]);
});

/** How many things the largest map or set came to hold of those that something was put into meanwhile. */
async function largestOf<T>(act: () => Promise<T> | T): Promise<{ answers: T; largest: number }> {
  const [set, add] = [Map.prototype.set, Set.prototype.add];
  let largest = 0;
  const note = <T extends { size: number }>(cache: T) => {
    largest = Math.max(largest, cache.size);
    return cache;
  };
  Map.prototype.set = function (key, value) {
    return note(set.call(this, key, value));
  };
  Set.prototype.add = function (value) {
    return note(add.call(this, value));
  };
  try {
    return { answers: await act(), largest };
  } finally {
    Object.assign(Map.prototype, { set });
    Object.assign(Set.prototype, { add });
  }
}

/**
 * Names are given once and never taken back: in a copy of the module, so that the searches of other tests have theirs.
 */
async function searches(): Promise<Read> {
  const { pageStatement }: typeof import('#features/listings/search/sql/search-sql.server.ts') = await import(
    `../../src/features/listings/search/sql/search-sql.server.ts?${'bound'}`
  );
  const { sort, ...filters } = readListingQuery(new URLSearchParams()).query;
  return each((n) => pageStatement({ filters, sort, cards: null, after: null, limit: n + 1, now: new Date(0) }).name);
}

function formerSecrets(): Read {
  const [now, before] = ['the secret after, of thirty-two chars', 'the secret before, of thirty-two chars'];
  const config = readConfig({ MODE: 'sandbox', DATA_DIR: folder, AUTH_SECRET: now, AUTH_SECRET_OLD: before });
  const db = { select: () => ({ from: () => ({ where: async () => [] }) }) };
  const identity = createIdentity({
    config,
    clock: new MovableClock(),
    db,
    bus: new Bus(),
    security: { note() {} },
  } as unknown as Platform);
  const signer = createBearerSigner([before]);
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return each((n) => {
    const token = signer.sign({ sub: 'm', sid: `session ${n}`, role: 'member', auth_time: 0, exp });
    return identity.resolve(new Headers({ authorization: `Bearer ${token}` }));
  });
}

/** A built file each of whose lines is the one of the same number of its source. */
function lines(): Read {
  const built = join(folder, 'built.js');
  writeFileSync(built, '');
  writeFileSync(
    `${built}.map`,
    JSON.stringify({ version: 3, sources: ['source.ts'], names: [], mappings: `AAAA${';AACA'.repeat(3_000)}` }),
  );
  return (numbers) => inSource(numbers.map((n) => `at f (${pathToFileURL(built).href}:${n + 1}:1)`));
}

function lookedThrough(): Read {
  let rows: object[] = [];
  const platform = { bus: new Bus(), db: { execute: async () => ({ rows }) } } as unknown as Platform;
  return async (numbers) => {
    rows = numbers.map((n) => ({ id: `${n}`, name: watchFavouriteJob.name, about: [] }));
    await runOtherMatchings(platform, ['listing']);
    return numbers.map(() => 'looked through');
  };
}
