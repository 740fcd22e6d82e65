import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buy,
  buyPlaced,
  cards,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  signInAgain,
} from '#features/orders/testing.ts';
import { usd } from '#features/wanted/wanted.testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { unpaidHoldLimits } from '../words.ts';

/** Buyers who let offers lapse that a seller's rule accepted block copies for others at no cost. */
let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp('rule_seller');
  await makePremium(market, seller);
}, 60_000);
afterAll(() => market?.close());

let networks = 0;
const network = () => `203.0.113.${++networks}`;

async function listing(): Promise<string> {
  const id = await putUpForSale(market, seller, { price: 1_000 });
  await market.platform.pool.query('update listing set accepts_offers = true, auto_accept_amount = 800 where id = $1', [
    id,
  ]);
  return id;
}
/** Answers what became of the offer, and lets it lapse where the rule accepted it. */
async function offerAndLeave(buyer: TestMember, listingId: string, from = network()): Promise<string> {
  await market.platform.pool.query("delete from limit_counter where key like 'offers.%'");
  const body = { amount: usd(900) };
  const answer = await market.request('POST', `/api/listings/${listingId}/offers`, {
    as: buyer,
    body,
    headers: { 'x-forwarded-for': from },
  });
  expect([answer.status, answer.body.message ?? null]).toEqual([201, null]);
  const { status, id } = answer.body;
  if (status === 'accepted') {
    await passTime(market, dayMs + 60_000);
    const { rows } = await market.platform.pool.query('select promise, is_unpaid from offer where id = $1', [id]);
    expect(rows[0]).toEqual({ promise: 'lapsed', is_unpaid: true });
  }
  return status;
}

test('after as many lapses from one network as unpaid holds are free the offer waits for the seller, whatever accounts are used', {
  timeout: 120_000,
}, async () => {
  const id = await listing();
  const from = network();
  for (let n = 0; n < unpaidHoldLimits.freeOfListingFromNetwork; n++)
    expect(await offerAndLeave(await market.signUp(), id, from)).toBe('accepted');
  const next = await market.signUp();
  expect(await offerAndLeave(next, id, from)).toBe('pending');
  // The seller may still accept, and the rule still answers other buyers.
  expect(await offerAndLeave(await market.signUp(), id)).toBe('accepted');
  const waiting = (await market.request('GET', '/api/offers?role=buyer', { as: next })).body.items[0];
  seller = await signInAgain(market, seller);
  expect((await market.request('POST', `/api/offers/${waiting.id}/accept`, { as: seller, body: {} })).status).toBe(200);
});

test('after as many lapses of one buyer, or of accounts with one payment card, the offer waits for the seller', {
  timeout: 120_000,
}, async () => {
  const id = await listing();
  const [one, ...others] = await Promise.all([market.signUp(), market.signUp(), market.signUp(), market.signUp()]);
  seller = await signInAgain(market, seller);
  for (const buyer of [one, ...others]) {
    const { checkoutUrl } = await buyPlaced(market, buyer as TestMember, await putUpForSale(market, seller));
    expect((await pay(checkoutUrl, cards.good, 'One purse')).status).toBe(200);
    await passTime(market);
  }
  const accounts = [one, ...others] as TestMember[];
  for (let n = 0; n < unpaidHoldLimits.freeOfListing; n++) {
    const buyer = await signInAgain(market, accounts[n % 2] as TestMember);
    expect(await offerAndLeave(buyer, id)).toBe('accepted');
  }
  expect(await offerAndLeave(await signInAgain(market, accounts[3] as TestMember), id)).toBe('pending');
  // Another listing is another thing, for now.
  seller = await signInAgain(market, seller);
  expect(await offerAndLeave(await signInAgain(market, accounts[3] as TestMember), await listing())).toBe('accepted');
});

test('such a lapse counts like an unpaid hold', async () => {
  seller = await signInAgain(market, seller);
  const id = await listing();
  const buyer = await market.signUp();
  expect(await offerAndLeave(buyer, id)).toBe('accepted');
  // As many unpaid holds as are free: with the lapse there is one too many.
  const back = await signInAgain(market, buyer);
  for (let n = 0; n < unpaidHoldLimits.freeOfListing; n++) {
    const { order } = await buyPlaced(market, back, id);
    expect((await market.request('POST', `/api/orders/${order.id}/cancel`, { as: back, body: {} })).status).toBe(200);
  }
  expect(await buy(market, back, id)).toMatchObject({ status: 429, body: { code: 'hold_paused' } });
});
