import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { buy, cards, completeOrder, makePremium, passTime, pay } from '#features/orders/testing.ts';
import { marketKey, marketPrices } from '#features/prices/index.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { usd } from '../testing.ts';
import { startNight } from './run-rules.server.ts';

/**
 * A seller with several accounts, payment cards and networks buys from their own account to move a card's price, and
 * with it the rules of other sellers.
 */
let market: TestMarket;
let victim: TestMember;
let honest: TestMember;
let fake: TestMember;
let cardId: string;
beforeAll(async () => {
  market = await startTestMarket();
  cardId = (await importTestCards(market))['base1-4'] ?? '';
  [victim, honest, fake] = (await Promise.all(
    ['wash_victim', 'wash_honest', 'wash_fake'].map((name) => market.signUp(name)),
  )) as [TestMember, TestMember, TestMember];
  for (const member of [victim, honest, fake]) await makePremium(market, member);
}, 60_000);
afterAll(() => market?.close());

const copy = { finish: 'holo', language: 'en', condition: 'near_mint' } as const;
type Until = 'paid' | 'refunded' | 'delivered' | 'completed';

let networks = 0;
/**
 * One copy, bought from this seller with this payment card, by default from its own network, up to that order status.
 */
async function sell(
  seller: TestMember,
  buyer: TestMember,
  amount: number,
  until: Until,
  { card = buyer.email, network = '' } = {},
): Promise<string> {
  const { id: listingId } = await listed(market, seller, { catalogueCardId: cardId, price: usd(amount), ...copy });
  const headers = {
    'x-forwarded-for': network || `203.0.${113 + Math.floor(networks / 250)}.${1 + (networks++ % 250)}`,
  };
  const answer = await buy(market, buyer, listingId, {}, headers);
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  const { order, checkoutUrl } = answer.body;
  expect((await pay(checkoutUrl, cards.good, card)).status).toBe(200);
  await passTime(market);
  const act = async (as: TestMember, verb: string, body: object = {}) =>
    expect((await market.request('POST', `/api/orders/${order.id}/${verb}`, { as, body })).status, verb).toBe(200);
  if (until === 'delivered') {
    await act(seller, 'ship', { carrier: 'Post' });
    await act(buyer, 'deliver');
  }
  if (until === 'refunded') {
    await act(seller, 'ship', { carrier: 'Post' });
    await act(buyer, 'deliver');
    await act(seller, 'refund');
    await passTime(market);
  }
  if (until === 'completed') await completeOrder(market, seller, buyer, order.id);
  return order.id;
}

async function figure() {
  const kind = { cardId, ...copy, currency: 'USD' as const };
  return (await marketPrices(market.platform.pool, [kind], market.clock.now())).get(marketKey(kind));
}

/** The victim's price after tonight's run of their rule. */
async function priceTonight(asking: number): Promise<number> {
  const { id } = await listed(market, victim, { catalogueCardId: cardId, price: usd(asking), ...copy });
  const rule = { name: `Rule ${id}`, filter: { query: 'n:4' }, change: { market: 0 } };
  const made = await market.request('POST', '/api/price-rules', { as: victim, body: rule });
  expect([made.status, made.body.said]).toEqual([201, 'Market price · Maximum change 20%']);
  await startNight(market.platform);
  await market.runJobs();
  expect((await market.request('DELETE', `/api/price-rules/${made.body.id}`, { as: victim })).status).toBeLessThan(300);
  const { price } = (await market.request('GET', `/api/listings/${id}`)).body;
  expect((await market.request('POST', `/api/listings/${id}/pause`, { as: victim })).status).toBe(200);
  return price.amount;
}

test('a wash-sale script moves neither the median nor a victim’s price rule, for any accounts, payment cards, networks and refunds', {
  timeout: 180_000,
}, async () => {
  for (const [n, amount] of [980, 990, 1_000, 1_010, 1_020].entries())
    await sell(honest, await market.signUp(`wash_real_${n}`), amount, 'completed');
  const before = await figure();
  expect(before).toEqual({ isEnough: true, amount: 1_000, count: 5, days: 30 });

  const accounts = await Promise.all(Array.from({ length: 6 }, (_, n) => market.signUp(`wash_fake_${n}`)));
  const [one] = accounts as [TestMember];
  // Bought and refunded, each by another account, card and network: that costs the attacker nothing.
  for (const account of accounts) await sell(fake, account, 300, 'refunded');
  // Paid or delivered, then refunded by the seller.
  for (const account of accounts) await sell(fake, account, 300, 'paid');
  await sell(fake, one, 300, 'delivered');
  expect(await figure()).toEqual(before);
  expect(await priceTonight(1_050)).toBe(1_000);
});

test('one cheap copy of one account, one payment card or one network counts in thirty days', {
  timeout: 180_000,
}, async () => {
  const before = await figure();
  if (!before?.isEnough) throw new Error('the market of the test before');
  const accounts = await Promise.all(Array.from({ length: 6 }, (_, n) => market.signUp(`wash_more_${n}`)));
  const [one] = accounts as [TestMember];
  // One account with six payment cards and networks; six accounts with its first card; six accounts from its first
  // network.
  for (let n = 0; n < 6; n++) await sell(fake, one, 300, 'completed', { card: `Card ${n}` });
  for (const account of accounts) await sell(fake, account, 300, 'completed', { card: 'Card 0' });
  for (const account of accounts.slice(1))
    await sell(fake, account, 300, 'completed', { card: `Own ${account.id}`, network: '203.0.200.7' });
  const after = await figure();
  expect(after).toMatchObject({ isEnough: true, count: before.count + 1 });
  expect(after?.isEnough && after.amount).toBeGreaterThan(980);
  expect(await priceTonight(1_050)).toBeGreaterThan(980);
  // A rule without a lowest price changes by at most a fifth in a night.
  expect(await priceTonight(1_900)).toBe(1_520);
});
