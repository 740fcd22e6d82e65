import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { compressPage, createPageCache, withNonce } from './page-cache.server.ts';

const bus = new Bus();
const clock = new MovableClock();
const cache = createPageCache({ bus, clock });
const page = { html: Buffer.from('<p>For sale</p><script nonce="n0nce">go()</script>'), nonce: 'n0nce' };

const keyOf = (path: string, headers: Record<string, string> = {}) =>
  cache.keyOf(new Request(`https://cards.example${path}`, { headers }));
const store = (path: string, tags: string[], started = cache.begin()) =>
  cache.store(keyOf(path) ?? '', page, tags, started);
const isCached = (path: string, headers: Record<string, string> = {}) =>
  cache.find(keyOf(path, headers) ?? '') !== undefined;
const changed = (topic: string) =>
  bus.committed([{ kind: 'listing.changed', subject: 'x', version: 2, topics: [topic] }]);

test('a page is cached for its address and its theme, and not for requests with a token or for data', () => {
  store('/listings/a?x=1', ['listing:a']);
  expect(isCached('/listings/a?x=1')).toBe(true);
  expect(isCached('/listings/a?x=1', { cookie: 'other=1' })).toBe(true);
  expect(isCached('/listings/a?x=1', { cookie: 'theme=dark' })).toBe(false);
  expect(isCached('/listings/a')).toBe(false);
  expect([keyOf('/listings/a', { authorization: 'Bearer x' }), keyOf('/listings/a.data')]).toEqual([null, null]);
});

test('a page is gone the moment something that it shows changes, also when that happened while it was rendered', () => {
  store('/listings/b', ['listing:b']);
  changed('listing:c');
  expect(isCached('/listings/b')).toBe(true);
  changed('listing:b');
  expect(isCached('/listings/b')).toBe(false);
  const started = cache.begin();
  changed('listing:b');
  store('/listings/b', ['listing:b'], started);
  expect(isCached('/listings/b')).toBe(false);
});

test('what is new is missed for five seconds at most; in a market where nothing happens a page lives longer', () => {
  store('/browse', ['listing:d']);
  clock.advance(6_000);
  expect(isCached('/browse')).toBe(true);
  changed('listing:new');
  expect(isCached('/browse')).toBe(false);
  store('/browse', ['listing:d']);
  changed('listing:new');
  expect(isCached('/browse')).toBe(true);
  store('/browse', ['listing:d']);
  clock.advance(31_000);
  expect(isCached('/browse')).toBe(false);
});

test('when the cache is full it gives up what was used longest ago', () => {
  const large = { html: Buffer.alloc(1024 * 1024), nonce: 'n' };
  const paths = Array.from({ length: 17 }, (_, n) => `/listings/large-${n}`);
  for (const path of paths) cache.store(keyOf(path) ?? '', large, ['listing:large'], cache.begin());
  expect(paths.map((path) => isCached(path))).toEqual(paths.map((_, n) => n > 1));
});

test('each answer has a nonce of its own, and a script that is not ours has none', () => {
  const ours = '<script nonce="n0nce">ours()</script><script type="module" nonce="n0nce">alsoOurs()</script>';
  const planted =
    '<script>theirs()</script><script nonce="">guessed()</script><script data-x=\' nonce="n0nc\'>near()</script>';
  const sent = withNonce({ html: Buffer.from(planted + ours), nonce: 'n0nce' }, 'fr3sh').toString();
  expect(sent).toBe(planted + ours.replaceAll('n0nce', 'fr3sh'));
});

test('a page is compressed for clients that accept gzip, and sent uncompressed to others', async () => {
  const send = async (accepted: string) => {
    const headers = new Headers();
    const request = new Request('https://cards.example/', { headers: { 'accept-encoding': accepted } });
    return { body: await compressPage(page.html, headers, request), headers: Object.fromEntries(headers) };
  };
  const packed = await send('br, gzip');
  expect(packed.headers).toEqual({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(packed.body).equals(page.html)).toBe(true);
  expect(await send('identity')).toEqual({ body: page.html, headers: { vary: 'Accept-Encoding' } });
});
