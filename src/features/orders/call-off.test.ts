import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { endHold } from './end-hold.server.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, readOrderAs } from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
  buyer = await market.signUp();
  await makePremium(market, seller);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => market.close());

/** Stripe says that somebody has completed the page, in this way; it can't be closed any more. */
function completed(how: (session: Stripe.Checkout.Session) => Partial<Stripe.Checkout.Session>) {
  const { sessions } = market.platform.payments.stripe.checkout;
  const retrieve = sessions.retrieve.bind(sessions);
  vi.spyOn(sessions, 'expire').mockRejectedValue(new Error('Only open sessions can be expired.'));
  vi.spyOn(sessions, 'retrieve').mockImplementation((async (id: string, ...rest: unknown[]) => {
    const session = (await (retrieve as (...all: unknown[]) => Promise<Stripe.Checkout.Session>)(id, ...rest)) as Stripe.Checkout.Session;
    return { ...session, status: 'complete', ...how(session) };
  }) as typeof sessions.retrieve);
}
const statusOf = async (listingId: string) => (await market.request('GET', `/api/listings/${listingId}`, { as: seller })).body.status;

test.each([
  ['the money is not there', () => ({ payment_status: 'unpaid' as const })],
  ['the money does not fit', () => ({ payment_status: 'paid' as const, amount_total: 1 })],
])('a page that was completed while %s: the buyer cannot call off, and the hold ends by itself all the same', async (_what, how) => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  completed(how);
  const answer = await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} });
  expect([answer.status, answer.body.code]).toEqual([409, 'payment_under_way']);
  expect(answer.body.message).toContain('Your payment is on its way');
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual(['pending_payment', 'reserved']);

  // While the page itself could live, the hold waits for the money.
  await market.platform.pool.query("update orders set hold_expires_at = hold_expires_at - interval '1 hour' where id = $1", [order.id]);
  await expect(endHold(market.platform, order.id)).rejects.toThrow('could not be closed yet');
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  await passTime(market, 50 * minuteMs);
  await endHold(market.platform, order.id);
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual(['canceled', 'active']);
});

test('a page that was completed and paid is paid, whatever the buyer wanted', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await pay(checkoutUrl);
  const answer = await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} });
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual(['paid', 'sold']);
});
