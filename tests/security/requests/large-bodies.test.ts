import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { importLimits } from '#features/imports/model/import.process.ts';
import { bodyLimits } from '#platform/http/requests/body-limits.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { operations, requestOf } from '../operations/operations.testing.ts';
import { pagesOfBuild } from '../operations/pages.testing.ts';
import { changedTables, snapshot } from '../operations/snapshot.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';

const isBuilt = existsSync(join(buildFolder, 'server/index.js'));
const megabyte = 1_000_000;
/** Takes the text of a file as JSON, of up to 8 MB. */
const pasting = 'POST /api/listings/import';
const contentTypes = ['application/json', 'application/octet-stream', 'text/plain'];

let market: TestMarket;
let world: World;
let free: TestMember;
/**
 * Every address that can be written to, and how: calls of the API as its document has them, and pages with an action.
 */
let writes: { what: string; method: string; path: string }[];

beforeAll(async () => {
  market = await startTestMarket({ pages: isBuilt });
  world = await makeWorld(market);
  free = await market.signUp('free_sender');
  const { body: document } = await market.request('GET', '/api/openapi.json');
  const calls = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const writing = calls.filter((name) => /^(POST|PUT|PATCH|DELETE) /.test(name));
  for (const name of writing) expect(operations[name], name).toBeDefined();
  const pages = isBuilt ? (await pagesOfBuild()).filter(({ hasAction }) => hasAction) : [];
  writes = [
    ...writing.map((name) => ({ what: name, ...requestOf(name, world, world.victim) })),
    ...pages.flatMap(({ path }) => {
      const filled = (path.split('?')[0] ?? '')
        .replace('/listings/:id', `/listings/${world.ids.draft}`)
        .replace(':id', world.ids.list)
        .replace(/:\w+/, 'x');
      return [filled, `${filled}.data`].map((address) => ({ what: `page ${address}`, method: 'POST', path: address }));
    }),
  ];
}, 120_000);
afterAll(() => market?.close());

const agent = new Agent({ keepAlive: false });

interface Sent {
  method: string;
  path: string;
  as: TestMember | null;
  headers: Record<string, string>;
  /**
   * Sends the body in pieces and does not announce its length; otherwise no byte of the announced body is ever sent.
   */
  pieces?: Iterable<Buffer>;
}

/** Status and JSON code of the answer. */
async function send({ method, path, as, headers, pieces }: Sent): Promise<[status: number, code: string]> {
  const { hostname, port } = new URL(market.url);
  const all = { origin: market.url, ...(as ? { cookie: as.cookie } : {}), ...headers };
  const outgoing = request({ hostname, port, method, path, agent, headers: all });
  outgoing.on('error', () => {});
  // One for each piece that the line could not take at once.
  outgoing.setMaxListeners(0);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  if (pieces) {
    for (const piece of pieces)
      if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered, once(outgoing, 'close')]);
    outgoing.end();
  } else outgoing.flushHeaders();
  const [answer] = await answered;
  const text = Buffer.concat(await answer.toArray()).toString();
  outgoing.destroy();
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  return [answer.statusCode ?? 0, isJson ? (JSON.parse(text).code ?? '') : ''];
}

/**
 * Refused for its size, or because its sender may not: a page leads a visitor to sign in (302, or 204 where it is asked
 * for its data).
 */
const isRefused = ([status]: [number, string], as: TestMember | null, what: string) =>
  [401, 403, 413].includes(status) || (as === null && what.startsWith('page ') && [204, 302].includes(status));

const senders = () => [null, free, world.victim, world.admin];
const nameOf = (as: TestMember | null) => as?.username ?? 'a visitor';

test('a megabyte is refused at every address, from any sender, with and without a key, and no byte of it is needed', {
  timeout: 240_000,
}, async () => {
  const before = await snapshot(market);
  const wrong: string[] = [];
  let tooLarge = 0;
  for (const { what, method, path } of writes) {
    for (const [n, as] of senders().entries()) {
      for (const [m, type] of contentTypes.entries()) {
        // Each type comes with a key from two of the senders, and without one from the other two.
        const key: Record<string, string> = (n + m) % 2 === 0 ? {} : { 'idempotency-key': crypto.randomUUID() };
        // Within the limit of a file's text, which only premium may paste there.
        if (what === pasting && as === world.victim && type === 'application/json') continue;
        const headers = { 'content-type': type, 'content-length': String(megabyte), ...key };
        const answer = await send({ method, path, as, headers });
        if (answer[0] === 413) tooLarge++;
        if (!isRefused(answer, as, what)) wrong.push(`${what} as ${nameOf(as)}, ${type}: ${answer.join(' ')}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tooLarge).toBeGreaterThan((writes.length * contentTypes.length) / 2);
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('a megabyte that comes in pieces, its length unsaid, is refused at every address', {
  timeout: 240_000,
}, async () => {
  const pieces = Array.from({ length: 20 }, () => Buffer.alloc(megabyte / 20, 'x'));
  const before = await snapshot(market);
  const wrong: string[] = [];
  for (const { what, method, path } of writes) {
    for (const [n, as] of senders().entries()) {
      const headers = {
        'content-type': contentTypes[n % 3] ?? '',
        'transfer-encoding': 'chunked',
        'idempotency-key': crypto.randomUUID(),
      };
      const answer = await send({ method, path, as, headers, pieces });
      if (!isRefused(answer, as, what)) wrong.push(`${what} as ${nameOf(as)}: ${answer.join(' ')}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('forty large bodies of a premium member at once, of any kind, take little memory', {
  timeout: 120_000,
}, async () => {
  const piece = Buffer.alloc(256 * 1024, 'x');
  const tenMegabytes = Array.from({ length: 40 }, () => piece);
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, held());
      await nextTurn();
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => {
      const headers = {
        'content-type': contentTypes[n % 3] ?? '',
        'transfer-encoding': 'chunked',
        'idempotency-key': crypto.randomUUID(),
      };
      return send({ method: 'POST', path: '/api/listings/import', as: world.victim, headers, pieces: tenMegabytes });
    }),
  );
  isOver = true;
  await watching;
  // Of the text of files four of one member are read at a time; the others are refused with 429.
  for (const answer of answers) expect(['413 too_large', '429 uploads_under_way']).toContain(answer.join(' '));
  expect(answers.filter(([status]) => status === 413).length).toBeGreaterThan(25);
  expect((most - before) / megabyte).toBeLessThan(160);
});

describe('what is within its limit', () => {
  const paste = (bytes: number) => ({ text: `name\n${`${'x'.repeat(199)}\n`.repeat(Math.ceil(bytes / 200))}` });

  test('the text of a file may be larger than other bodies, for who may send one', async () => {
    const text = paste(bodyLimits.json + 1_000);
    const ask = (as: TestMember, path: string) => market.request('POST', path, { as, body: text });
    // Read, and found to be no stock.
    expect((await ask(world.victim, '/api/listings/import')).body.code).toBe('unreadable_file');
    expect((await ask(free, '/api/listings/import')).status).toBe(413);
    const tooLong = await market.request('POST', '/api/listings/import', {
      as: world.victim,
      body: paste(importLimits.pastedBytes),
    });
    expect([tooLong.status, tooLong.body.code]).toEqual([413, 'too_large']);
    expect((await market.request('POST', '/api/listings/import', { as: free, body: paste(100) })).body.code).toBe(
      'tier_limit',
    );
    expect((await ask(world.victim, `/api/want-lists/${world.ids.list}/import`)).status).toBe(201);
    expect((await ask(free, `/api/want-lists/${world.ids.list}/import`)).status).toBe(413);
  });

  test('a webhook has a limit of its own', async () => {
    const post = (bytes: number) =>
      market.request('POST', '/api/stripe/webhook', {
        body: 'x'.repeat(bytes),
        headers: { 'content-type': 'application/json' },
      });
    // Read, and found to be unsigned.
    expect((await post(bodyLimits.webhook)).status).toBe(400);
    expect((await post(bodyLimits.webhook + 1)).status).toBe(413);
  });
});

describe.skipIf(!isBuilt)('a form without Origin', () => {
  test('is refused at every page before the page is made, with and without a token, but at the one that mail programs use', async () => {
    const token = (await market.request('POST', '/api/auth/token', { as: free })).body.token;
    const pages = (await pagesOfBuild()).map(({ path }) => (path.split('?')[0] ?? '').replace(/:\w+|\*/g, 'x'));
    for (const path of pages.flatMap((page) => [page, page === '/' ? '/_root.data' : `${page}.data`])) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
        const answer = await market.request('POST', path, {
          body: new URLSearchParams({ q: 'x' }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        });
        if (path === '/unsubscribe')
          expect([answer.status, String(answer.body).slice(0, 15)]).toEqual([403, '<!DOCTYPE html>']);
        else expect([answer.status, answer.body.code], path).toEqual([403, 'origin_required']);
      }
    }
  });
});
