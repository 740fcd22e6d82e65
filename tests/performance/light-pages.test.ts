import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
let listing: string;
let profile: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await premium(market, await market.signUp('Lists_Much'));
  for (let n = 0; n < 24; n++) listing = `/listings/${(await listed(market, seller, { name: `Card ${n}` })).id}`;
  profile = `/profile/${seller.id}`;
}, 120_000);
afterAll(() => market?.close());

const get = (path: string, as?: TestMember) => market.request<string>('GET', path, as && { as });

test('every page hydrates without interaction, a visitor’s too, and no page prefetches another during rendering', async () => {
  for (const [path, as] of [['/'], [listing], ['/auth/sign-in'], [listing, seller]] as const) {
    const { body } = await get(path, as);
    expect(body, path).toMatch(
      /<script(?: nonce="[^"]+")? type="module" async="">[^<]*import\("\/assets\/entry\.client-/,
    );
    expect(body, path).not.toContain('rel="prefetch"');
  }
});

test('icons are in one file that browsers cache, with every icon that a page references', async () => {
  for (const path of ['/', '/browse', listing, profile, '/auth/sign-in']) {
    const { body } = await get(path);
    const pointed = [...body.matchAll(/<use href="([^"#]+)#([\w-]+)"/g)];
    const [file = ''] = new Set(pointed.map(([, address = '']) => address));
    expect(new Set(pointed.map(([, address]) => address)).size, path).toBe(1);
    const answer = await fetch(market.url + file);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const sheet = await answer.text();
    for (const [, , id] of pointed) expect(sheet, `${path} #${id}`).toContain(`<symbol id="${id}"`);
  }
});
