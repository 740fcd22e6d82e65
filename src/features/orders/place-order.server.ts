import { requireVerifiedEmail } from '#features/entry/index.server.ts';
import { type HeldStock, holdStock } from '#features/listings/index.server.ts';
import { findBothSides, keepMember } from '#features/members/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { claimAgreement, dearestPost } from '#features/offers/index.server.ts';
import { feeAsked } from '#features/terms/index.server.ts';
import { feeOf } from '#features/terms/words.ts';
import { sellerTermsAsked } from '#features/traders/index.server.ts';
import { largestCharge, smallestCharge } from '#kernel/charge.ts';
import { newId } from '#kernel/ids.ts';
import { type Currency, formatMoney, type Money, money } from '#kernel/money.ts';
import { conflict, signInFirst } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { askTogether } from '#platform/db/ask-together.ts';
import { brokenConstraint, connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { checkoutEnd, checkoutKey, openCheckout } from './checkout.server.ts';
import { choosePost } from './choose-post.ts';
import { orderRefusals, type PlacedOrder, type PlaceOrderInput, placedOrderSchema } from './contract.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';
import { refuseInPausedBrowser, refuseWhilePaused } from './hold-pause.server.ts';
import { appendChanged } from './move-order.server.ts';
import { endHoldJob } from './order.jobs.ts';
import { networkOf, type Origin } from './order.origin.server.ts';
import { orderPolicy } from './order.policy.ts';
import { type FullOrder, presentOrder } from './order.present.server.ts';
import { orderLimits, type ShippingChoice, type Totals, totalsOf } from './order.rules.ts';
import { type Agreed, type OrderRow, orderItem } from './order.tables.ts';
import { orderTimes } from './order.times.ts';
import { ordersQuotas } from './orders.limits.ts';
import { getOrderFor } from './orders.queries.server.ts';
import { countPaymentCall, countPurchase } from './payment-limit.server.ts';
import { signSharedBrowser } from './self-buying.server.ts';

/** What a room knows of a purchase that no browser may say. */
export interface Deal {
  /** The price of one that buyer and seller have agreed on; bounds as `holdStock` states. The post comes on top, and the total must be payable. */
  agreedPrice?: Money;
}

type NewOrder = Omit<FullOrder, 'parties' | 'checkoutUrl'>;

/**
 * Promises an order that holds the copies for 30 minutes and a hosted page to pay it on, or nothing at all: when Stripe does not answer the hold is freed.
 * Refuses: not for sale or too few (409), another price or post than expected or something else than the version that was seen (409), one's own listing (403), a seller with whom there is a block (403 `blocked`), a sixth
 * unpaid order (409), an unknown shipping option (422), an email address that has to be confirmed first (403 `email_unverified`), an amount that a card cannot
 * carry (409), an offer that can't be paid (403, 404, 409 as `claimAgreement` states), too many purchases in a quarter of an hour or an hour (429), too many holds that were not paid (429, with when), Stripe away (503). `from` is
 * absent where nobody outside asked.
 */
export async function placeOrder(platform: Platform, actor: Actor, input: PlaceOrderInput, deal: Deal = {}, from?: Origin): Promise<PlacedOrder> {
  const giveBack = await countPurchase(platform, actor.id, from);
  const placed = await inFreeSlot(() => write(platform, (tx) => holdAndWrite(platform, tx, actor, input, deal, from))).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  return startCheckout(platform, actor, placed);
}

/**
 * Answers a repeated purchase whose process died between its order and its payment page: takes up where that stopped. Null when the order has been called
 * off since, so that the copies may be bought anew.
 */
export async function answerPlaced(platform: Platform, actor: Actor, orderId: string): Promise<PlacedOrder | null> {
  const full = await getOrderFor(platform.db, actor.id, orderId);
  if (full.order.status === 'pending_payment') return startCheckout(platform, actor, full);
  if (full.order.status === 'canceled') return null;
  const order = presentOrder(full, actor.id, platform.clock.now());
  return placedOrderSchema.parse({ order, checkoutUrl: `${platform.config.appUrl}/orders/${orderId}` });
}

/** Two orders of one buyer at the same moment want the same of the five places; the slower one takes the next. */
async function inFreeSlot<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 2 * orderLimits.unpaidHolds || brokenConstraint(error) !== 'orders_hold_slot') throw error;
    }
  }
}

async function startCheckout(platform: Platform, actor: Actor, placed: NewOrder): Promise<PlacedOrder> {
  const { order, items } = placed;
  try {
    const { sides, buyerEmail } = await findBothSides(platform.db, order.buyerId, order.sellerId);
    const checkoutUrl = await openCheckout(platform, order, items, buyerEmail);
    const presented = presentOrder({ ...placed, checkoutUrl, parties: sides }, actor.id, platform.clock.now());
    return placedOrderSchema.parse({ order: presented, checkoutUrl });
  } catch (error) {
    await freeUnpaidOrder(platform, order.id, 'expire', { by: 'stripe', note: 'The payment page could not be opened.' }, { page: 'none' });
    throw error;
  }
}

/**
 * The payment page of an unpaid order, for a buyer who comes back to it. Opens one where the first try was cut off: Stripe knows the
 * request by its key, so there is never a second page that could be paid.
 */
export async function resumeCheckout(platform: Platform, actor: Actor, orderId: string): Promise<string> {
  const full = await getOrderFor(platform.db, actor.id, orderId);
  const presented = presentOrder(full, actor.id, platform.clock.now());
  if (!presented.actions.includes('pay'))
    throw conflict(orderRefusals.wrongState, 'This order is not waiting for a payment of yours any more.', { orderStatus: presented.status });
  if (presented.checkoutUrl) return presented.checkoutUrl;
  await countPaymentCall(platform, actor.id);
  const { buyerEmail } = await findBothSides(platform.db, full.order.buyerId, full.order.sellerId);
  return openCheckout(platform, full.order, full.items, buyerEmail);
}

async function holdAndWrite(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  input: PlaceOrderInput,
  { agreedPrice }: Deal,
  from: Origin | undefined,
): Promise<NewOrder> {
  const now = platform.clock.now();
  const orderId = newId(now.getTime());
  // Before any listing is locked, in the order in which the deletion of an account locks them.
  if (!(await keepMember(tx, actor.id))) throw signInFirst();
  await requireVerifiedEmail(platform, tx, orderPolicy, 'place', actor.id);
  const held = await heldFor(platform, tx, { buyerId: actor.id, orderId, now, from }, input, agreedPrice);
  const shipping = choosePost(dearestPost(held), input);
  const totals = totalsOf(
    held.map(({ price, quantity }) => ({ amount: price.amount, quantity })),
    shipping?.price.amount ?? 0,
  );
  const agreed = await agreedNow(tx, held[0].sellerId, totals.items);
  const placed = newOrder({ id: orderId, buyerId: actor.id, held, totals, shipping, agreed, now });
  refuseUnpayable(placed.order.totalAmount, placed.order.currency);
  await insertOrder(tx, placed, networkOf(platform, from), input.offerId !== undefined);
  if (from) await signSharedBrowser(platform, tx, from, placed.order);
  tx.made(orderId);
  appendChanged(tx, placed.order, null, 'buyer');
  tx.enqueue(endHoldJob, { orderId }, { runAt: placed.order.holdExpiresAt });
  return placed;
}

interface Ordering {
  buyerId: string;
  orderId: string;
  now: Date;
  from: Origin | undefined;
}

/** What the order is about, out of sale for its buyer: copies that this takes now, or those that an accepted offer keeps already. */
async function heldFor(
  platform: Platform,
  tx: Tx,
  { buyerId, orderId, now, from }: Ordering,
  { listingId, offerId, quantity, listingVersion, expectedPrice }: PlaceOrderInput,
  agreedPrice: Money | undefined,
): Promise<[HeldStock, ...HeldStock[]]> {
  if (offerId !== undefined) {
    const [first, ...others] = await claimAgreement(tx, { offerId, buyerId, orderId, quantity, now });
    if (!first) throw new RangeError(`offer ${offerId} keeps nothing`);
    return [first, ...others];
  }
  if (listingId === undefined) throw new RangeError('an order names a listing or an offer');
  if (from) await refuseInPausedBrowser(platform, tx, from, { buyerId, listingId });
  const held = await holdStock(tx, {
    listingId,
    quantity: quantity ?? 1,
    buyerId,
    orderId,
    agreedPrice,
    listingVersion,
    ...(expectedPrice ? { expectedPrice: money(expectedPrice.amount, expectedPrice.currency) } : {}),
    now,
  });
  return [held];
}

/** What the order keeps of this moment: who sells, and what the market takes of all its items together. One statement: this is the hottest write of the market. */
async function agreedNow({ db }: Tx, sellerId: string, itemsAmount: number): Promise<Agreed> {
  const [soldBy, fee] = await askTogether(db, 'orders-agreed', sellerTermsAsked(sellerId), feeAsked());
  return { soldBy, fee: { ...fee, amount: feeOf(fee, itemsAmount) } };
}

interface Deciding {
  id: string;
  buyerId: string;
  held: [HeldStock, ...HeldStock[]];
  totals: Totals;
  shipping: ShippingChoice | null;
  /** Kept with the first of the items. */
  agreed: Agreed;
  now: Date;
}

function newOrder({ id, buyerId, held: all, totals, shipping, agreed, now }: Deciding): NewOrder {
  const [held] = all;
  const order: OrderRow = {
    id,
    buyerId,
    sellerId: held.sellerId,
    status: 'pending_payment',
    version: 1,
    currency: held.price.currency,
    itemsAmount: totals.items,
    shippingAmount: totals.shipping,
    totalAmount: totals.total,
    shippingName: shipping?.name ?? null,
    shippingTracked: shipping?.tracked ?? false,
    holdExpiresAt: addMs(now, orderTimes.holdMs),
    paidAt: null,
    statusSince: now,
    address: null,
    carrier: null,
    trackingNumber: null,
    cancelReason: null,
    disputeReason: null,
    disputeText: null,
    attention: null,
    buyerRead: true,
    sellerRead: true,
    createdAt: now,
    updatedAt: now,
  };
  return {
    order,
    items: all.map(({ listingId, title, quantity, price, snapshot }, place) => ({
      listingId,
      title,
      quantity,
      priceAmount: price.amount,
      snapshot: place === 0 ? { ...snapshot, ...agreed } : snapshot,
    })),
    history: [{ status: 'pending_payment', at: now, by: 'buyer', note: null }],
    refundedAmount: 0,
    failedAmount: 0,
    chargeback: null,
  };
}

const blockedSentence = 'You and this seller can’t trade with each other. Nothing was bought.';

function refuseUnpayable(total: number, currency: Currency): void {
  const [smallest, largest] = [smallestCharge(currency), largestCharge(currency)];
  const sentence =
    total < smallest.amount
      ? `The smallest order that can be paid by card is ${formatMoney(smallest)}. Take more copies, or ask the seller for a bundle.`
      : total > largest.amount
        ? `The largest order that can be paid by card is ${formatMoney(largest)}. Take fewer copies.`
        : null;
  if (sentence) throw conflict(orderRefusals.amountNotPayable, sentence);
}

const insertOrderText = `
  with placed as (
    insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, shipping_name, shipping_tracked,
      hold_expires_at, status_since, created_at, updated_at, hold_slot)
    select $1, $2, $3, 'pending_payment', $4, $5::bigint, $6::bigint, $7::bigint, $8, $9::boolean, $10::timestamptz, $11::timestamptz, $11, $11, slot
    from generate_series(1, $12::int) as slot
    where not exists (select 1 from orders o where o.buyer_id = $2 and o.status = 'pending_payment' and o.hold_slot = slot)
      and ($21::boolean or not exists (select 1 from hold_pause p where p.buyer_id = $2 and p.listing_id in ('', $13) and p.until > $11::timestamptz))
      and ($21::boolean or not exists (select 1 from hold_pause p where p.buyer_id = 'network ' || $20::text and p.listing_id = $13 and p.until > $11::timestamptz
        and not exists (select 1 from orders o where o.buyer_id = $2 and o.paid_at is not null)))
      and ($21::boolean or not exists (select 1 from member_block b where (b.member_id, b.blocked_id) in (($2, $3), ($3, $2))))
    order by slot limit 1
    returning id, created_at),
  item as (
    insert into order_item (order_id, position, listing_id, title, quantity, price_amount, snapshot)
    select id, 0, $13, $14, $15::int, $16::bigint, $17::jsonb from placed),
  origin as (insert into order_origin (order_id, network, at) select id, $20, created_at from placed where $20::text is not null),
  history as (
    insert into order_history (order_id, status, at, by, actor_id) select id, 'pending_payment', created_at, 'buyer', $2 from placed)
  insert into payment (order_id, idempotency_key, session_expires_at, amount, currency) select id, $18, $19::timestamptz, $7::bigint, $4 from placed`;

/**
 * Order, item, history and payment in one prepared statement, and only where the buyer has a free place, no pause, and neither of the two has blocked the other: this is the
 * hottest write of the market, and `member_block` is only read. Pauses and blocks are before a hold: they say nothing where an accepted offer keeps the copy already (`isKept`).
 */
async function insertOrder(tx: Tx, { order, items }: NewOrder, network: string | null, isKept: boolean): Promise<void> {
  const [item, ...others] = items;
  if (!item) throw new RangeError('an order has at least one item');
  const { rowCount } = await connectionOf(tx.db).query({
    name: 'orders-insert',
    text: insertOrderText,
    values: [
      order.id,
      order.buyerId,
      order.sellerId,
      order.currency,
      order.itemsAmount,
      order.shippingAmount,
      order.totalAmount,
      order.shippingName,
      order.shippingTracked,
      order.holdExpiresAt,
      order.createdAt,
      orderLimits.unpaidHolds,
      item.listingId,
      item.title,
      item.quantity,
      item.priceAmount,
      JSON.stringify(item.snapshot),
      checkoutKey(order.id),
      checkoutEnd(order),
      network,
      isKept,
    ],
  });
  if (rowCount === 1 && others.length > 0)
    await tx.db.insert(orderItem).values(others.map((other, n) => ({ ...other, orderId: order.id, position: n + 1 })));
  if (rowCount === 1) return;
  if (!isKept) await refuseBlocked(tx, order.buyerId, order.sellerId, blockedSentence);
  if (!isKept) await refuseWhilePaused(tx, { buyerId: order.buyerId, listingId: item.listingId, network }, order.createdAt);
  throw overQuota(ordersQuotas.unpaidOrders);
}
