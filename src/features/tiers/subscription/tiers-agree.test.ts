import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { TierDefinition } from '../index.server.ts';
import { hoursInWords, tierRows } from '../model/tier-rows.ts';
import { cards, passTime, signInAgain, subscriber } from '../testing.ts';

/** The API's tiers, the pages' comparison and the server's limits come from one definition. */
let market: TestMarket;
let free: TierDefinition;
let premium: TierDefinition;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [free, premium] = (await market.request('GET', '/api/tiers')).body.items;
}, 60_000);
afterAll(() => market?.close());

const list = (as: TestMember, extra: Record<string, unknown> = {}) =>
  market.request('POST', '/api/listings', {
    as,
    body: {
      game: 'pokemon',
      name: 'Pikachu',
      condition: 'near_mint',
      price: { amount: 500, currency: 'USD' },
      status: 'active',
      ...extra,
    },
  });
const textOf = async (path: string, as?: TestMember) => {
  const { body } = await market.request<string>('GET', path, as ? { as } : {});
  return body
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#x27;/g, "'")
    .replace(/\s*\n\s*/g, '\n');
};

test('[EN-06] [RO-02] [RO-03] [LI-08] what the API says of a tier is what the server enforces', {
  timeout: 60_000,
}, async () => {
  for (const tier of [free, premium]) {
    const member = await market.signUp();
    await market.platform.pool.query('update profile set account_tier = $2 where user_id = $1', [member.id, tier.tier]);
    const places = tier.maxActiveListings ?? (free.maxActiveListings ?? 0) + 2;
    for (let n = 1; n < places; n++) expect((await list(member)).status).toBe(201);
    const longest = 'x'.repeat(tier.maxDescriptionLength);
    const tooLong = await list(member, { description: `${longest}x` });
    expect([tier.tier, tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([tier.tier, 422, ['description']]);
    const last = await list(member, { description: longest });
    expect(last.status).toBe(201);
    const { rows } = await market.platform.pool.query('select published_at, expires_at from listing where id = $1', [
      last.body.id,
    ]);
    expect((rows[0].expires_at - rows[0].published_at) / hourMs).toBe(tier.listingDuration);
    const one = await list(member);
    if (tier.maxActiveListings === null) expect(one.status).toBe(201);
    else
      expect([one.status, one.body.message]).toEqual([
        403,
        `A ${tier.displayName} can have ${places} active listings, including reserved ones. Premium has no limit, and each listing lasts ${hoursInWords(premium.listingDuration)}. Pause or delete a listing, or get Premium.`,
      ]);
    const { body } = await market.request<string>('GET', '/browse', { as: member });
    expect([tier.tier, body.includes('data-testid="ad-slot"')]).toEqual([tier.tier, tier.hasAds]);
    const profile = (await market.request('GET', `/api/profiles/${member.id}`)).body;
    expect([profile.tier, profile.badge]).toEqual([tier.tier, tier.badge]);
  }
});

test('[EN-06] the pages sell what is there, row by row', async () => {
  const rows = tierRows(free, premium);
  for (const path of ['/premium', '/fees']) {
    const text = await textOf(path);
    for (const row of rows) expect(text, path).toContain(`\n${row.what}\n${row.free}\n${row.premium}\n`);
  }
});

test('[EN-06] everything that differs between the tiers is shown', () => {
  const notShown = ['tier', 'displayName'];
  const said = (tier: TierDefinition) => JSON.stringify(tierRows(tier, tier));
  const fields = Object.keys(premium) as (keyof TierDefinition)[];
  const silent = fields.filter(
    (field) => premium[field] !== free[field] && said({ ...premium, [field]: free[field] }) === said(premium),
  );
  expect(silent.sort()).toEqual(notShown.sort());
});

test('the sentences that name a limit name the one that counts', async () => {
  const [short, long] = [hoursInWords(free.listingDuration), hoursInWords(premium.listingDuration)];
  for (const path of ['/about', '/faq'])
    expect(await textOf(path), path).toMatch(new RegExp(`${short}[\\s\\S]*${long}`));
  expect(await textOf('/browse')).toContain(`unlimited active listings for ${long} each`);
  expect(await textOf('/premium')).toContain(`each is shown for ${long} from the day`);
  // Premium has no limit, whatever the setting for new sellers.
  for (const path of ['/about', '/fees', '/faq', '/premium'])
    expect(await textOf(path), path).not.toMatch(/New sellers/);
  expect(free.maxActiveListings).toBe(2);
  expect(await textOf('/about')).toContain('have 2 active listings at a time');
  expect(await textOf('/faq')).toContain('On the Free plan, you can have 2 active listings at a time');
});

test('[ST-06] who owes a bill pays it from the page of the subscription, with any card, and has premium again', async () => {
  const payer = await subscriber(market, 'Owes_1', cards.failsLater);
  await passTime(market, 31.5);
  const member = await signInAgain(market, payer);
  const page = async () => (await market.request<string>('GET', '/settings/subscription', { as: member })).body;
  const due = await page();
  expect(due).toContain('Payment failed');
  const [, url = ''] = due.match(/href="([^"]+)"[^>]*>Due, pay now/) ?? [];
  expect(
    (await fetch(`${url}/pay`, { method: 'POST', body: new URLSearchParams({ cardNumber: cards.good }) })).status,
  ).toBe(200);
  await passTime(market);
  const paid = await page();
  expect([paid.includes('Due, pay now'), paid.includes('Payment failed'), /Renews on /.test(paid)]).toEqual([
    false,
    false,
    true,
  ]);
});
