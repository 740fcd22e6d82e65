import { requireVerifiedEmail } from '#features/auth/index.server.ts';
import { feeInForce } from '#features/fees/index.server.ts';
import { feeOf } from '#features/fees/words.ts';
import { type HeldStock, holdStock } from '#features/listings/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { claimAgreement, dearestPost } from '#features/offers/index.server.ts';
import { sellerTermsOf } from '#features/traders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { signInFirst } from '#kernel/refusal.ts';
import { networkOf } from '#platform/identity/network.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { startCheckout } from '../checkout/start-checkout.server.ts';
import { type PlacedOrder, type PlaceOrderInput, placedOrderSchema } from '../contract.ts';
import { appendChanged } from '../fulfil/move-order.server.ts';
import { isSharedBrowser } from '../lifecycle/self-buying.server.ts';
import { endHoldJob } from '../model/order.jobs.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { totalsOf } from '../model/order.rules.ts';
import type { Agreed } from '../model/order.tables.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import { choosePost } from './choose-post.ts';
import { refuseInPausedBrowser, refuseWhilePaused } from './hold-pause.server.ts';
import { freeHoldSlot, retryTakenSlot } from './hold-slot.server.ts';
import { insertOrder } from './insert-order.server.ts';
import { type NewOrder, newOrder, refuseUnpayable } from './new-order.server.ts';
import { countPurchase } from './payment-limit.server.ts';

/**
 * Places an order that holds the copies for `holdMs`, with a hosted page to pay it on, or nothing at all: when Stripe
 * does not answer the hold is released. Refuses: not for sale or too few (409), a price, shipping price or listing
 * version other than the expected one (409), one's own listing (403), a block between buyer and seller (403
 * `blocked`), a sixth unpaid order (409), an unknown shipping option (422), an email address that has to be confirmed
 * first (403 `email_unverified`), an amount that a card cannot carry (409), an offer that can't be paid (403, 404, 409
 * as `claimAgreement` states), too many purchases in a quarter of an hour or an hour (429), too many unpaid holds (429,
 * with the time of its end), Stripe unavailable (503). `from` is absent where there is no client request.
 */
export async function placeOrder(
  platform: Platform,
  actor: Actor,
  input: PlaceOrderInput,
  from?: Origin,
): Promise<PlacedOrder> {
  const releasePoints = await countPurchase(platform, actor.id, from);
  const purchase = { buyerId: actor.id, input, from };
  const placed = await retryTakenSlot(() => write(platform, (tx) => holdAndWrite(platform, tx, purchase))).catch(
    async (error: unknown) => {
      await releasePoints();
      throw error;
    },
  );
  return startCheckout(platform, actor, placed);
}

/**
 * Answers a repeated purchase whose process died between its order and its payment page: resumes where that stopped.
 * Null when the order has been canceled since, so that the copies may be bought again.
 */
export async function answerPlaced(platform: Platform, actor: Actor, orderId: string): Promise<PlacedOrder | null> {
  const full = await getOrderFor(platform.db, actor.id, orderId);
  if (full.order.status === 'pending_payment') return startCheckout(platform, actor, full);
  if (full.order.status === 'canceled') return null;
  const order = presentOrder(full, actor.id, platform.clock.now());
  return placedOrderSchema.parse({ order, checkoutUrl: `${platform.config.appUrl}/orders/${orderId}` });
}

interface Purchase {
  buyerId: string;
  input: PlaceOrderInput;
  from: Origin | undefined;
}

async function holdAndWrite(platform: Platform, tx: Tx, purchase: Purchase): Promise<NewOrder> {
  const { buyerId, input, from } = purchase;
  const now = platform.clock.now();
  const id = newId(now.getTime());
  const network = networkOf(platform, from);
  await requireVerifiedEmail(platform, tx, orderPolicy, 'place', buyerId);
  if (from && input.listingId !== undefined)
    await refuseInPausedBrowser(platform, tx, from, { buyerId, listingId: input.listingId });

  // The buyer is locked before any listing, in the order in which the deletion of an account locks them.
  if (!(await lockMember(tx, buyerId))) throw signInFirst();
  const { held, reservedUntil } = await lockAndHold(tx, purchase, id, now);
  const [{ sellerId, listingId, price }] = held;

  const shipping = choosePost(dearestPost(held), input);
  const priced = held.map((copies) => ({ amount: copies.price.amount, quantity: copies.quantity }));
  const totals = totalsOf(priced, shipping?.price.amount ?? 0);
  refuseUnpayable(totals.total, price.currency);
  // An accepted offer reserves its copies already: pauses and blocks concern new holds.
  if (input.offerId === undefined) {
    await refuseBlocked(tx, buyerId, sellerId, 'You and this seller can’t trade with each other. Nothing was bought.');
    await refuseWhilePaused(tx, { buyerId, listingId, network }, now);
  }
  const holdSlot = await freeHoldSlot(tx, buyerId);

  const agreed = await agreedTerms(tx, sellerId, totals.items);
  const placed = newOrder({ id, buyerId, held, reservedUntil, totals, shipping, agreed, holdSlot, now });
  await insertOrder(tx, placed, {
    network,
    isSharedBrowser: from !== undefined && isSharedBrowser(platform, from, sellerId),
  });
  tx.made(id);
  appendChanged(tx, placed.order, null, 'buyer');
  tx.enqueue(endHoldJob, { orderId: id }, { runAt: placed.order.holdExpiresAt });
  return placed;
}

/** The terms that the order stores: the seller's legal identity, and the fee on the items' amount. */
async function agreedTerms(tx: Tx, sellerId: string, itemsAmount: number): Promise<Agreed> {
  const soldBy = await sellerTermsOf(tx.db, sellerId);
  const fee = await feeInForce(tx.db);
  return { soldBy, fee: { ...fee, amount: feeOf(fee, itemsAmount) } };
}

interface Held {
  held: [HeldStock, ...HeldStock[]];
  /** The end of an accepted offer's reservation; null where the order itself holds the copies. */
  reservedUntil: Date | null;
}

/**
 * Locks the listings, and holds copies for the buyer: copies of a listing, or those that an accepted offer reserves
 * already.
 */
async function lockAndHold(tx: Tx, { buyerId, input }: Purchase, orderId: string, now: Date): Promise<Held> {
  const { listingId, offerId, quantity, listingVersion, expectedPrice } = input;
  if (offerId !== undefined) {
    const { held, payBy } = await claimAgreement(tx, { offerId, buyerId, orderId, quantity, now });
    const [first, ...others] = held;
    if (!first) throw new RangeError(`offer ${offerId} keeps nothing`);
    return { held: [first, ...others], reservedUntil: payBy };
  }
  if (listingId === undefined) throw new RangeError('an order names a listing or an offer');
  const held = await holdStock(tx, {
    listingId,
    quantity: quantity ?? 1,
    buyerId,
    orderId,
    listingVersion,
    expectedPrice: expectedPrice && money(expectedPrice.amount, expectedPrice.currency),
    now,
  });
  return { held: [held], reservedUntil: null };
}
