import { changeFee } from '#features/fees/index.server.ts';
import { deliverOrder, placePurchase, shipOrder } from '#features/orders/index.server.ts';
import { refundOrder } from '#features/orders/refunds/refund-order.server.ts';
import { makePremium, pay, putUpForSale } from '#features/orders/testing.ts';
import { activatePayouts } from '#features/payouts/accounts/accounts.testing.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { moveSharedClock } from '#platform/clock/shared-clock.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import type { Random } from '../../../dev/demo/seeded.ts';
import { enqueueScheduled } from '../money-model/pass.testing.ts';
import { any, chance, rowsOf, upTo } from '../money-model/world.testing.ts';

/** How long after its payment something happens to an order. */
const goesOnMs = 40 * dayMs;

export interface Shop {
  market: TestMarket;
  sellers: readonly TestMember[];
  buyers: readonly TestMember[];
  random: Random;
}

/**
 * Each buyer buys so many times, and each order goes one step on: it is sent, arrives, is paid out, and now and then
 * refunded or charged back.
 */
export async function workOn(shop: Shop, purchases = 1): Promise<void> {
  const { market, random } = shop;
  await moveSharedClock(market.clock, market.platform.pool, market.platform.pubsub, 4 * dayMs);
  await market.platform.pool.query(
    "with counters as (delete from limit_counter where key like 'orders.%') delete from hold_pause",
  );
  const orders = await rowsOf<OrderNow>(
    shop,
    `select o.id, o.seller_id as "sellerId", o.buyer_id as "buyerId", o.purchase_id as "purchaseId", o.status,
       o.total_amount::int as total, p.state
     from orders o left join order_payout p on p.order_id = o.id
     where o.status not in ('canceled', 'refunded') and o.paid_at > $1 order by o.id`,
    // Older orders rest, as in a real market: otherwise each step has the work of all steps before it.
    [addMs(market.clock.now(), -goesOnMs)],
  );
  const buying = shop.buyers.map(async (buyer) => {
    for (let no = 0; no < purchases; no++) await buy(shop, buyer);
  });
  await Promise.all([...buying, enqueueScheduled(shop), ...orders.map((order) => stepOf(shop, order))]);
  const open = await rowsOf<{ id: string }>(shop, 'select id from chargeback where closed_at is null');
  for (const { id } of open)
    if (chance(random, 0.5)) await bank(shop, `disputes/${id}/decide`, { outcome: any(random, ['won', 'lost']) });
}

interface OrderNow {
  id: string;
  sellerId: string;
  buyerId: string;
  purchaseId: string;
  status: string;
  total: number;
  state: string | null;
}

/** Cards of one or two sellers. */
async function buy({ market, sellers, random }: Shop, buyer: TestMember): Promise<void> {
  const shipping = [{ name: 'Letter', price: { amount: 900, currency: 'USD' as const }, tracked: false }];
  const from = new Set([any(random, sellers), any(random, sellers)]);
  const lines: { listingId: string; quantity: number }[] = [];
  for (const seller of from) {
    const card = { price: 1_100 + upTo(random, 800), quantity: 2, shipping };
    // Who owes too much can't list.
    const listingId = await unlessRefused(putUpForSale(market, seller, card));
    if (listingId) lines.push({ listingId, quantity: 1 });
  }
  if (lines.length === 0) return;
  const source = { lines, offerIds: [] };
  const { checkoutUrl } = await placePurchase(market.platform, {
    ...{ buyerId: buyer.id, source, mode: 'all', currency: 'USD' },
  });
  if ((await pay(checkoutUrl)).status !== 200) throw new Error('a payment was refused');
}

async function stepOf(
  shop: Shop,
  { id, sellerId, buyerId, purchaseId, status, total, state }: OrderNow,
): Promise<void> {
  const { market, random } = shop;
  const { platform } = market;
  const seller = actorOf({ id: sellerId });
  const part = { amount: upTo(random, total), reason: 'A corner is bent.' };
  if (status === 'paid' || status === 'awaiting_shipping')
    await unlessRefused(shipOrder(platform, seller, id, { carrier: 'DHL' }));
  else if (status === 'shipped') await unlessRefused(deliverOrder(platform, actorOf({ id: buyerId }), id));
  else if (chance(random, state === 'sent' ? 0.15 : 0.1)) await unlessRefused(refundOrder(platform, seller, id, part));
  else if (chance(random, 0.05)) await bank(shop, 'disputes', { purchaseId });
}

/** Null where the market refuses it. */
const unlessRefused = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return null;
  });

async function bank({ market }: Shop, what: string, body: object): Promise<void> {
  const { status } = await market.request('POST', `/sandbox/stripe/${what}`, { body });
  if (status >= 500) throw new Error(`${what} answered ${status}`);
}

/** Sellers have active payout accounts. */
export async function openShop(market: TestMarket, counts: { sellers: number; buyers: number }, random: Random) {
  const sellers: TestMember[] = [];
  const buyers: TestMember[] = [];
  for (let no = 0; no < counts.buyers; no++) buyers.push(await market.signUp());
  for (let no = 0; no < counts.sellers; no++) {
    const seller = await market.signUp();
    await makePremium(market, seller);
    await activatePayouts(market, seller);
    sellers.push(seller);
  }
  await changeFee(market.platform, buyers[0]?.id ?? '', { basisPoints: 1_000, fixed: 30, note: null });
  return { market, sellers, buyers, random } satisfies Shop;
}
