import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { cancelOrder } from '../fulfil/cancel-order.server.ts';
import type { OrderStatus } from '../model/order.process.ts';
import { placeOrder } from '../purchase/place-order.server.ts';
import { getPurchaseFor } from '../purchase/purchase.queries.server.ts';
import { makePremium, purchaseOf, putUpForSale } from '../testing.ts';
import { convergePurchase } from './converge-purchase.server.ts';
import { endPurchase } from './end-purchase.server.ts';
import { freePurchase } from './free-purchase.server.ts';
import { startCheckout } from './start-checkout.server.ts';

let market: TestMarket;
let buyer: TestMember;
let listingId: string;
beforeAll(async () => {
  market = await startTestMarket();
  const [seller, member] = await Promise.all([market.signUp(), market.signUp()]);
  buyer = member;
  await makePremium(market, seller);
  listingId = await putUpForSale(market, seller, { quantity: 900 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const soon = 4_102_444_800;

type Page = Pick<Stripe.Checkout.Session, 'status' | 'payment_status'> & {
  intent?: string;
  amount?: number;
  expires_at?: number;
  of?: string;
};

/** The possible answers of Stripe about an order's page and its money. `null`: no answer. */
const pages = {
  open: { status: 'open', payment_status: 'unpaid' },
  'over by its time': { status: 'expired', payment_status: 'unpaid', expires_at: 1 },
  'closed before its time': { status: 'expired', payment_status: 'unpaid' },
  paid: { status: 'complete', payment_status: 'paid', intent: 'succeeded' },
  'paid, with other money': { status: 'complete', payment_status: 'paid', intent: 'succeeded', amount: 1 },
  'paid, while the money is under way': { status: 'complete', payment_status: 'paid', intent: 'processing' },
  'under way': { status: 'complete', payment_status: 'unpaid', intent: 'processing' },
  'refused by the bank': { status: 'complete', payment_status: 'unpaid', intent: 'requires_payment_method' },
  'called back': { status: 'complete', payment_status: 'unpaid', intent: 'canceled' },
  'free of charge': { status: 'complete', payment_status: 'no_payment_required' },
  "another order's": { status: 'complete', payment_status: 'paid', intent: 'succeeded', of: 'another' },
  away: null,
} as const satisfies Record<string, Page | null>;
type PageName = keyof typeof pages;

const acts = ['cancel', 'webhook', 'tick', 'last tick'] as const;
type Ends = readonly [cancel: OrderStatus, webhook: OrderStatus, tick: OrderStatus, lastTick: OrderStatus];

const stays = 'pending_payment';
const off = 'canceled';
const waits: Ends = [stays, stays, stays, off];
/** The end of an unpaid order; the last tick of the hold leaves none unpaid. */
const ofUnpaid: Record<PageName, Ends> = {
  open: [off, stays, off, off],
  'over by its time': [off, off, off, off],
  'closed before its time': [off, stays, off, off],
  paid: ['paid', 'paid', 'paid', 'paid'],
  'paid, with other money': waits,
  'paid, while the money is under way': waits,
  'under way': waits,
  'refused by the bank': [off, off, off, off],
  'called back': [off, off, off, off],
  'free of charge': waits,
  "another order's": waits,
  away: [off, stays, stays, off],
};

/** Stripe says this of every page until the test is over. */
async function stripeSays(name: PageName, orderId: string): Promise<void> {
  const purchaseId = await purchaseOf(market, orderId);
  const page: Page | null = pages[name];
  const { sessions } = market.platform.payments.stripe.checkout;
  const answer = async () => {
    if (!page) throw new Error('Stripe does not answer.');
    const { intent, amount = 1_299, expires_at = soon, of = purchaseId, ...states } = page;
    return {
      ...states,
      id: `cs_${orderId}`,
      expires_at,
      client_reference_id: of,
      livemode: false,
      mode: 'payment',
      metadata: { purchaseId: of },
      currency: 'usd',
      amount_total: amount,
      payment_intent: intent ? { id: `pi_${orderId}`, status: intent, currency: 'usd', amount_received: amount } : null,
    } as unknown as Stripe.Response<Stripe.Checkout.Session>;
  };
  vi.spyOn(sessions, 'retrieve').mockImplementation(answer as never);
  vi.spyOn(sessions, 'expire').mockImplementation((async () => {
    if (page?.status !== 'open') throw new Error('Only open sessions can be expired.');
    return answer();
  }) as never);
}

async function orderIn(state: 'unpaid' | 'called off' | 'paid'): Promise<string> {
  await rows("with counters as (delete from limit_counter where key like 'orders.%') delete from hold_pause");
  const { order } = await placeOrder(market.platform, actorOf(buyer), { listingId, quantity: 1 });
  await rows('update purchase set session_id = $2 where id = (select purchase_id from orders where id = $1)', [
    order.id,
    `cs_${order.id}`,
  ]);
  if (state === 'called off')
    await freePurchase(market.platform, await purchaseOf(market, order.id), 'cancel', { by: 'buyer' });
  if (state === 'paid') {
    await rows("update orders set status = 'paid', paid_at = now() where id = $1", [order.id]);
    await rows(
      "update purchase set status = 'paid', captured_at = now(), captured_amount = total_amount where id = (select purchase_id from orders where id = $1)",
      [order.id],
    );
  }
  return order.id;
}

async function act(name: (typeof acts)[number], id: string): Promise<void> {
  if (name === 'cancel') return cancelOrder(market.platform, actorOf(buyer), id, {});
  if (name === 'webhook') return void (await convergePurchase(market.platform, await purchaseOf(market, id)));
  const past = "hold_expires_at = hold_expires_at - interval '2 hours'";
  await rows(`update orders set ${past} where id = $1`, [id]);
  await rows(`update purchase set ${past} where id = (select purchase_id from orders where id = $1)`, [id]);
  if (name === 'last tick')
    await rows(
      "update purchase set session_expires_at = session_expires_at - interval '2 hours' where id = (select purchase_id from orders where id = $1)",
      [id],
    );
  return endPurchase(market.platform, await purchaseOf(market, id));
}

test('every pair of what Stripe says and what is done with an order has its own end, and no hold outlives its last tick', {
  timeout: 120_000,
}, async () => {
  const ends: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const name of Object.keys(pages) as PageName[]) {
    for (const [at, doing] of acts.entries()) {
      for (const state of ['unpaid', 'called off', 'paid'] as const) {
        const id = await orderIn(state);
        await stripeSays(name, id);
        const refused = await act(doing, id).then(
          () => null,
          (error: { code?: string }) => error.code ?? 'comes back',
        );
        const [after] = await rows('select status, attention is not null as asks from orders where id = $1', [id]);
        const pair = `${name}, ${doing}, ${state}`;
        ends[pair] = after.status;
        expected[pair] = {
          unpaid: ofUnpaid[name][at],
          'called off': name === 'paid' && doing === 'webhook' ? 'paid' : 'canceled',
          paid: 'paid',
        }[state];
        // Money that does not fit is for a person to check, unless the order was paid already or Stripe was not
        // queried.
        if (name === 'paid, with other money')
          expect([pair, after.asks]).toEqual([
            pair,
            state === 'unpaid' || (state === 'called off' && doing === 'webhook'),
          ]);
        if (doing === 'cancel' && after.status === stays) expect([pair, refused]).toEqual([pair, 'payment_under_way']);
        if (doing === 'cancel' && state === 'unpaid' && after.status === off)
          expect([pair, refused]).toEqual([pair, null]);
        if (doing === 'tick' && after.status === stays) expect([pair, refused]).toEqual([pair, 'comes back']);
        vi.restoreAllMocks();
        // Whatever is left is left by the test alone.
        if (after.status === stays)
          await freePurchase(market.platform, await purchaseOf(market, id), 'expire', { by: 'timer' });
      }
    }
  }
  expect(ends).toEqual(expected);
  expect(await rows("select id from orders where status = 'pending_payment'")).toEqual([]);
});

test('the page takes cards and nothing that settles later', async () => {
  const create = vi.spyOn(market.platform.payments.stripe.checkout.sessions, 'create');
  const id = await orderIn('unpaid');
  const [made] = await rows(
    "select data from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = $1",
    [await purchaseOf(market, id)],
  );
  // Stripe's answer lists what it will take; our request is what narrows it.
  expect([create.mock.calls[0]?.[0]?.allowed_payment_method_types, made?.data.payment_method_types]).toEqual([
    ['card'],
    ['card'],
  ]);
});

test('an order that cannot be freed after its payment page failed answers with the first error, and its hold ends by its timer', async () => {
  const id = await orderIn('unpaid');
  const { db, payments } = market.platform;
  const placed = await getPurchaseFor(db, buyer.id, await purchaseOf(market, id));
  vi.spyOn(payments.stripe.checkout.sessions, 'create').mockRejectedValue(new Error('Stripe does not answer.'));
  vi.spyOn(db, 'transaction').mockRejectedValue(new Error('The database is away.'));
  await expect(startCheckout(market.platform, placed)).rejects.toMatchObject({
    status: 503,
    code: 'payment_unavailable',
  });
  vi.restoreAllMocks();
  await stripeSays('away', id);
  await act('last tick', id);
  expect((await rows('select status from orders where id = $1', [id]))[0]).toEqual({ status: 'canceled' });
});
