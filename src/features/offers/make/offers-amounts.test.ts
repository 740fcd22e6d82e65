import { expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { offerTerms } from '../index.server.ts';
import { bargain, usd } from '../offers.testing.ts';

/** The amounts that may be offered, and the answers of a seller’s rules. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const { offer, act, offered, forSale, read, listingOf, edit } = bargain((made) => {
  ({ market, seller, buyer } = made);
});

test('[ST-14] amounts: never above the price, never under half of it unless the seller allows, in the listing’s currency', async () => {
  const listingId = await forSale();
  const refused = async (amount: unknown) => (await offer(listingId, amount)).body;
  expect(await refused(usd(1_001))).toMatchObject({
    code: 'invalid',
    errors: { amount: 'Enter at most $10.00, the price of the listing.' },
  });
  expect((await refused(usd(499))).errors.amount).toBe('Enter at least $5.00, half of the price.');
  expect((await refused({ amount: 800, currency: 'EUR' })).errors.amount).toContain('USD');
  expect((await refused('8')).errors.amount).toBeTruthy();
  expect((await refused(usd(0))).errors.amount).toBeTruthy();
  await edit(listingId, { offerFloor: usd(300) });
  expect((await offer(listingId, 300)).body).toMatchObject({ amount: usd(300), status: 'pending' });
});

test('[ST-14] what may be offered at least says nothing of a floor above the half, and no rule accepts below the floor', async () => {
  const listingId = await forSale();
  const lowest = async () => (await offerTerms(market.platform, buyer.id, listingId)).lowest;
  expect(await lowest()).toEqual(usd(500));
  await edit(listingId, { offerFloor: usd(700) });
  expect(await lowest()).toEqual(usd(500));
  const refused = await market.request('PATCH', `/api/listings/${listingId}`, {
    as: seller,
    body: { autoAccept: usd(600) },
  });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { autoAccept: 'Enter an auto-accept amount no lower than the minimum offer.' },
  ]);
  await edit(listingId, { autoAccept: usd(700), offerFloor: usd(300) });
  expect(await lowest()).toBeNull();
});

test('[ST-14] the seller’s minimum cannot be distinguished from a rule that declines, and each offer uses up an attempt', async () => {
  const declined = async (rules: object) => {
    const listingId = await forSale();
    await edit(listingId, rules);
    const answer = await offer(listingId, usd(699));
    const { id, listingId: _, ...notified } = answer.body;
    const { rows } = await market.platform.pool.query(
      'select status, by_rule, note, decline_reason from offer where id = $1',
      [id],
    );
    expect(notified).toMatchObject({ status: 'declined', byRule: true, attemptsLeft: 2 });
    for (const amount of [601, 602]) expect((await offer(listingId, usd(amount))).status).toBe(201);
    expect((await offer(listingId, usd(603))).body.code).toBe('no_attempts');
    return {
      status: answer.status,
      rows,
      told: JSON.stringify({ ...notified, listing: null }).replaceAll(/"20[^"]+Z"/g, 'a time'),
    };
  };
  expect(await declined({ offerFloor: usd(700) })).toEqual(await declined({ autoDecline: usd(700) }));
});

test('a seller’s rule answers at once, the buyer reads that it was a rule, and no page shows the rule to a buyer', async () => {
  const listingId = await forSale();
  await edit(listingId, { autoAccept: usd(900), autoDecline: usd(600), offerWindowHours: 24 });
  const shown = (as: TestMember) => market.request('GET', `/api/listings/${listingId}`, { as });
  expect((await shown(seller)).body).toMatchObject({
    autoAccept: usd(900),
    autoDecline: usd(600),
    offerWindowHours: 24,
  });
  expect(JSON.stringify((await shown(buyer)).body)).not.toMatch(/auto(Accept|Decline)|offerWindow/);
  expect((await offer(listingId, usd(599))).body).toMatchObject({ status: 'declined', byRule: true });
  const waits = await offered(listingId, 700);
  expect(new Date((await read(waits.id)).expiresAt).getTime()).toBeLessThanOrEqual(
    market.clock.now().getTime() + dayMs,
  );
  await act(buyer, 'withdraw', waits.id);
  expect((await offer(listingId, usd(900))).body).toMatchObject({ status: 'accepted', byRule: true, promise: 'open' });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  const own = (body: unknown) => market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body });
  expect((await own({ offerWindowHours: 36 })).status).toBe(422);
});
