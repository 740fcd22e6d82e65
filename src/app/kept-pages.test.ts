import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { scriptHash } from '#platform/http/content-policy.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { answerKept } from './kept-pages.server.ts';
import { createPageCache, packLightly } from './page-cache.server.ts';

const bus = new Bus();
const clock = new MovableClock();
const config = readConfig({ MODE: 'sandbox', AUTH_SECRET: 'x'.repeat(32), DATA_DIR: '.cache/kept-pages', APP_URL: 'https://cards.example' });
const cache = createPageCache({ bus, clock, config });
const passedOn = 418;
let server: Server;
let base = '';
beforeAll(async () => {
  const fromMemory = answerKept(cache, config.appUrl);
  server = createServer((request, response) => {
    if (!fromMemory(request, response)) response.writeHead(passedOn).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function keep(address: string, tags: string[], begun = cache.begin()): Promise<void> {
  const request = new Request(`${base}${address}`);
  const page = '<p>For sale</p><script nonce="n0nce">go()</script>';
  await cache.keep(cache.keyOf(request) ?? '', page, 'n0nce', tags, begun);
}
const changed = (topic: string) => bus.committed([{ kind: 'listing.changed', subject: 'x', version: 2, topics: [topic] }]);
const statusOf = async (path: string, headers: Record<string, string> = {}) => (await fetch(base + path, { headers })).status;

test('a kept page is given to visitors with every header of a rendered one, packed where the browser takes it', async () => {
  await keep('/listings/a?x=1', ['listing:a']);
  const answer = await fetch(`${base}/listings/a?x=1`);
  expect([answer.status, await answer.text()]).toEqual([200, '<p>For sale</p><script>go()</script>']);
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'strict-transport-security', 'x-request-id', 'vary'])
    expect(answer.headers.get(name), name).toBeTruthy();
  expect(answer.headers.get('content-security-policy')).toContain('sha256-');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
});

test('[10-5] a kept page is held packed, and whoever takes no packed one is given the same page whole', async () => {
  await keep('/listings/whole', ['listing:whole']);
  const kept = cache.findFor('/listings/whole');
  expect(Object.values(kept ?? {}).filter((part) => part instanceof Uint8Array)).toHaveLength(1);
  const answer = await fetch(`${base}/listings/whole`, { headers: { 'accept-encoding': 'identity' } });
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, '<p>For sale</p><script>go()</script>']);
});

test('[10-5] however many pages wait to be packed, four hold what packing takes', async () => {
  let begun = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ZLIB') begun++;
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  const page = Buffer.from('<p>For sale</p>'.repeat(1_000));
  const packed = Array.from({ length: 12 }, () => packLightly(page));
  // The limiter starts them in microtasks, and none ends before the event loop turns.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(begun).toBe(4);
  const all = await Promise.all(packed);
  expect(begun).toBe(12);
  expect(all.map((one) => gunzipSync(one).equals(page))).toEqual(Array.from({ length: 12 }, () => true));
});

test('whoever may be somebody, and whatever is not that very address, is passed on', async () => {
  await keep('/', ['listing:a']);
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/', { cookie: 'theme=dark' })).toBe(passedOn);
  expect(await statusOf('/', { authorization: 'Bearer x' })).toBe(passedOn);
  expect(await statusOf('/?x')).toBe(passedOn);
  expect((await fetch(base, { method: 'POST' })).status).toBe(passedOn);
});

test('a page is gone the moment something that it shows changes, also when that happened while it was being made', async () => {
  await keep('/listings/b', ['listing:b']);
  changed('listing:c');
  expect(await statusOf('/listings/b')).toBe(200);
  changed('listing:b');
  expect(await statusOf('/listings/b')).toBe(passedOn);
  const begun = cache.begin();
  changed('listing:b');
  await keep('/listings/b', ['listing:b'], begun);
  expect(await statusOf('/listings/b')).toBe(passedOn);
});

test('what is new is missed for five seconds at most; in a market where nothing happens a page lives longer', async () => {
  await keep('/browse', ['listing:d']);
  clock.advance(6_000);
  expect(await statusOf('/browse')).toBe(200);
  changed('listing:new');
  expect(await statusOf('/browse')).toBe(passedOn);
  await keep('/browse', ['listing:d']);
  changed('listing:new');
  expect(await statusOf('/browse')).toBe(200);
  await keep('/browse', ['listing:d']);
  clock.advance(31_000);
  expect(await statusOf('/browse')).toBe(passedOn);
});

test('[A-10] a script that is not ours is not hashed into the policy, however it came into the page', async () => {
  const request = new Request(`${base}/listings/planted`);
  const ours = '<script nonce="n0nce">ours()</script><script type="module" nonce="n0nce">alsoOurs()</script>';
  const planted = '<script>theirs()</script><script nonce="">guessed()</script><script data-x=\' nonce="n0nc\'>near()</script>';
  const page = `${planted}${ours}<p>For sale</p>`;
  const kept = await cache.keep(cache.keyOf(request) ?? '', page, 'n0nce', ['listing:p'], cache.begin());
  const policy = new Map(kept.headers).get('content-security-policy') ?? '';
  const allowed = (text: string) => policy.includes(scriptHash(text));
  expect(['ours()', 'alsoOurs()'].map(allowed)).toEqual([true, true]);
  expect(['theirs()', 'guessed()', 'near()'].map(allowed)).toEqual([false, false, false]);
});
