import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
let page: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  page = `/listings/${(await listed(market, await market.signUp('mara_sells'))).id}`;
  await market.runJobs();
}, 120_000);
afterAll(() => market?.close());

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(market.url + path, { headers });
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, nonce, text, bare: text.replaceAll(nonce, '') };
}

/**
 * Counts database statements about listings from now on, as background work such as the outbox relay has others.
 * `before` is called with each statement.
 */
function countStatements(before: () => void = () => {}): { count(): number } {
  const query = pg.Client.prototype.query;
  const querySpy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    before();
    return Reflect.apply(query, this, given);
  } as never);
  onTestFinished(() => querySpy.mockRestore());
  const textOf = (given: unknown) => (typeof given === 'string' ? given : ((given as { text?: string }).text ?? ''));
  return { count: () => querySpy.mock.calls.filter(([given]) => /\blisting/.test(textOf(given))).length };
}

test('visitors who write numbers in different ways are given different pages', async () => {
  const price = async (language: string) =>
    />[US$]*12[.,]99[^<]*/.exec((await ask(page, { 'accept-language': language })).bare)?.[0];
  const german = await price('de-DE,de;q=0.9');
  expect(german).toBe('>12,99\u00a0$');
  expect(await price('en-US')).toBe('>$12.99');
  expect(await price('de-AT')).toBe(german);
});

test('a visitor’s page is rendered once: the next visitor is given the same, with a nonce of their own and every header', async () => {
  const first = await ask(page);
  const statements = countStatements();
  const second = await ask(page);
  expect(statements.count()).toBe(0);
  expect(second.bare).toBe(first.bare);
  expect(second.nonce).not.toBe(first.nonce);
  for (const { status, headers, nonce, text } of [first, second]) {
    expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([
      200,
      'gzip',
      'Cookie, Accept-Language, Accept-Encoding',
    ]);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text.match(/<script(?![^>]*ld\+json)[^>]*>/g)?.every((tag) => tag.includes(` nonce="${nonce}"`))).toBe(true);
    for (const name of ['x-content-type-options', 'x-frame-options', 'x-request-id'])
      expect(headers.get(name), name).toBeTruthy();
  }
});

test('a client that does not accept gzip gets the page uncompressed, the first as well', async () => {
  for (let turn = 0; turn < 2; turn++) {
    const { headers, text } = await ask(`${page}?x=1`, { 'accept-encoding': 'identity' });
    expect([headers.get('content-encoding'), text.endsWith('</html>')]).toEqual([null, true]);
  }
});

test('a page that several ask for at once is rendered for one of them, and the others are given the same', async () => {
  const statements = countStatements();
  await ask(`${page}?x=once`);
  const once = statements.count();
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(`${page}?x=2`)));
  expect(new Set(all.map(({ bare }) => bare)).size).toBe(1);
  // The process's own statements meanwhile are one or two.
  expect(statements.count()).toBeLessThan(3 * once);
});

test('where what a page shows changes while it is rendered, those who waited wait for one more, and not each renders their own', async () => {
  let changes = 0;
  const statements = countStatements(() => {
    if (changes-- <= 0) return;
    // The page is being read: from here on it is not what it shows any more.
    const topics = [`listing:${page.split('/').at(-1)}`];
    market.platform.bus.committed([{ kind: 'listing.changed', subject: 'x', version: 1, topics, data: {} }]);
  });
  changes = 1;
  await ask(`${page}?x=3`);
  const once = statements.count();
  expect(once).toBeGreaterThan(0);
  changes = 1;
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(`${page}?x=4`)));
  expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(statements.count()).toBeLessThan(5 * once);
  expect(new Set(all.map(({ bare }) => bare)).size).toBeLessThanOrEqual(2);
});
