import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

/** While it is a list packing waits, and each page that would be packed stands in it. */
const packing = vi.hoisted(() => ({ held: null as (() => void)[] | null }));
vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof import('node:zlib')>();
  const gzip = (...args: unknown[]) => {
    const pack = () => void Reflect.apply(zlib.gzip, zlib, args);
    if (packing.held) packing.held.push(pack);
    else pack();
  };
  return { ...zlib, gzip };
});

let market: TestMarket;
let page: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  page = `/listings/${(await listed(market, await market.signUp('mara_sells'))).id}`;
  await market.runJobs();
}, 120_000);
afterAll(() => market?.close());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(market.url + path, { headers });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return {
    status: answer.status,
    policy,
    packed: answer.headers.get('content-encoding'),
    vary: answer.headers.get('vary'),
    text: await answer.text(),
  };
};
/** Without what says nothing to a browser: a part that is drawn for the first time may leave React's empty comment where its text ends. */
const bare = (html: string) =>
  html
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/nonce\\?":\\?"[^"\\]*/g, '')
    .replaceAll('<!-- -->', '');

test('[10-1] a visitor’s page is kept for the second who asks: the first gets their own, packed, and nothing of it stays', async () => {
  const first = await ask(page);
  expect(first.policy).toMatch(/script-src 'self' 'nonce-/);
  expect([first.status, first.packed, first.vary]).toEqual([200, 'gzip', 'Cookie, Accept-Encoding']);
  const second = await ask(page);
  expect(second.policy).toContain('sha256-');
  expect([second.status, second.packed, second.vary]).toEqual([200, 'gzip', 'Cookie, Accept-Encoding']);
  expect((await ask(page)).text).toBe(second.text);
  expect(second.text).not.toContain('nonce="');
  const body = (html: string) => bare(html).match(/<main.*<\/footer>/s)?.[0];
  expect(body(second.text)).toBe(body(first.text));
  expect(body(first.text)?.length).toBeGreaterThan(2_000);
});

test('[10-1] whoever takes no packed page gets it whole, the first as well', async () => {
  const { packed, text } = await ask(`${page}?x=1`, { 'accept-encoding': 'identity' });
  expect([packed, text.endsWith('</html>')]).toEqual([null, true]);
});

test('[10-1] a page that is being packed holds no place in the lane: the next are drawn meanwhile', async () => {
  packing.held = [];
  const all = [1, 2, 3, 4, 5, 6].map((n) => ask(`${page}?lane=${n}`));
  // One more than the lane has places; no more are packed at a time.
  await vi.waitFor(() => expect(packing.held).toHaveLength(4), { timeout: 30_000 });
  const held = packing.held;
  packing.held = null;
  for (const pack of held) pack();
  expect((await Promise.all(all)).map(({ status, packed }) => [status, packed])).toEqual(Array(6).fill([200, 'gzip']));
});

test('[10-1] those who wait for one that is being made count as asking: it is kept, and made once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(`${page}?x=2`)));
  expect(new Set(all.slice(1).map(({ text }) => text)).size).toBe(1);
  for (const { policy } of all) expect(policy).toContain('sha256-');
});

test('[11-2] where what a page shows changes while it is made, those who waited wait for one more, and not each makes their own', async () => {
  const bus = market.platform.bus;
  const query = pg.Client.prototype.query;
  let changes = 1;
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    // The page is being read: from here on it is not what it shows any more.
    const topics = [`listing:${page.split('/').at(-1)}`];
    if (changes-- > 0) bus.committed([{ kind: 'listing.changed', subject: 'x', version: 1, topics, data: {} }]);
    return Reflect.apply(query, this, given);
  } as never);
  try {
    await ask(`${page}?x=3`);
    const once = asked.mock.calls.length;
    expect(once).toBeGreaterThan(0);
    [changes] = [1];
    asked.mockClear();
    const all = await Promise.all(Array.from({ length: 6 }, () => ask(`${page}?x=4`)));
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
    // Six would ask six times as much; what the process asks by itself meanwhile is a statement or two.
    expect(asked.mock.calls.length).toBeLessThan(4 * once);
    expect(new Set(all.filter(({ policy }) => policy.includes('sha256-')).map(({ text }) => text)).size).toBeLessThanOrEqual(2);
  } finally {
    asked.mockRestore();
  }
});
