import { requireVerifiedEmail } from '#features/entry/index.server.ts';
import { type HeldStock, holdStockForBuyer } from '#features/listings/index.server.ts';
import { type BothSides, bothSidesAsked, keepMember } from '#features/members/index.server.ts';
import { claimAgreement, dearestPost } from '#features/offers/index.server.ts';
import { feeAsked } from '#features/terms/index.server.ts';
import { feeOf } from '#features/terms/words.ts';
import { sellerTermsAsked } from '#features/traders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/money.ts';
import { signInFirst } from '#kernel/refusal.ts';
import { type Answers, askTogether, type OfRow } from '#platform/db/ask-together.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { networkOf } from '#platform/identity/network.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { choosePost } from './choose-post.ts';
import { type PlacedOrder, type PlaceOrderInput, placedOrderSchema } from './contract.ts';
import { refuseInPausedBrowser } from './hold-pause.server.ts';
import { insertOrder } from './insert-order.server.ts';
import { appendChanged } from './move-order.server.ts';
import { type NewOrder, newOrder } from './new-order.server.ts';
import { endHoldJob } from './order.jobs.ts';
import type { Origin } from './order.origin.server.ts';
import { orderPolicy } from './order.policy.ts';
import { presentOrder } from './order.present.server.ts';
import { orderLimits, totalsOf } from './order.rules.ts';
import { getOrderFor } from './orders.queries.server.ts';
import { countPurchase } from './payment-limit.server.ts';
import { isSharedBrowser } from './self-buying.server.ts';
import { startCheckout } from './start-checkout.server.ts';

/** What a room knows of a purchase that no browser may say. */
export interface Deal {
  /** The price of one that buyer and seller have agreed on; bounds as `holdStock` states. The post comes on top, and the total must be payable. */
  agreedPrice?: Money;
}

/**
 * Promises an order that holds the copies for `holdMs` and a hosted page to pay it on, or nothing at all: when Stripe does not answer the hold is freed.
 * Refuses: not for sale or too few (409), another price or post than expected or something else than the version that was seen (409), one's own listing (403), a seller with whom there is a block (403 `blocked`), a sixth
 * unpaid order (409), an unknown shipping option (422), an email address that has to be confirmed first (403 `email_unverified`), an amount that a card cannot
 * carry (409), an offer that can't be paid (403, 404, 409 as `claimAgreement` states), too many purchases in a quarter of an hour or an hour (429), too many holds that were not paid (429, with when), Stripe away (503). `from` is
 * absent where nobody outside asked.
 */
export async function placeOrder(platform: Platform, actor: Actor, input: PlaceOrderInput, deal: Deal = {}, from?: Origin): Promise<PlacedOrder> {
  const giveBack = await countPurchase(platform, actor.id, from);
  const { placed, bothSides } = await inFreeSlot(() => write(platform, (tx) => holdAndWrite(platform, tx, actor, input, deal, from))).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  return startCheckout(platform, actor, placed, bothSides);
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

async function holdAndWrite(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  input: PlaceOrderInput,
  { agreedPrice }: Deal,
  from: Origin | undefined,
): Promise<{ placed: NewOrder; bothSides: BothSides }> {
  const now = platform.clock.now();
  const orderId = newId(now.getTime());
  await requireVerifiedEmail(platform, tx, orderPolicy, 'place', actor.id);
  const { held, reservedUntil, moment } = await heldFor(platform, tx, { buyerId: actor.id, orderId, now, from }, input, agreedPrice);
  const shipping = choosePost(dearestPost(held), input);
  const totals = totalsOf(
    held.map(({ price, quantity }) => ({ amount: price.amount, quantity })),
    shipping?.price.amount ?? 0,
  );
  const [soldBy, fee, bothSides] = moment;
  const agreed = { soldBy, fee: { ...fee, amount: feeOf(fee, totals.items) } };
  const placed = newOrder({ id: orderId, buyerId: actor.id, held, reservedUntil, totals, shipping, agreed, now });
  insertOrder(tx, placed, {
    network: networkOf(platform, from),
    isSharedBrowser: from !== undefined && isSharedBrowser(platform, from, held[0].sellerId),
    isKept: input.offerId !== undefined,
  });
  tx.made(orderId);
  appendChanged(tx, placed.order, null, 'buyer');
  tx.enqueue(endHoldJob, { orderId }, { runAt: placed.order.holdExpiresAt });
  return { placed, bothSides };
}

interface Ordering {
  buyerId: string;
  orderId: string;
  now: Date;
  from: Origin | undefined;
}

/** What the order keeps of this moment: who sells, what the market takes, and the two, for what follows. */
const momentAsked = (buyerId: string, sellerId: string | OfRow) =>
  [sellerTermsAsked(sellerId), feeAsked(), bothSidesAsked(buyerId, sellerId)] as const;

interface Held {
  held: [HeldStock, ...HeldStock[]];
  reservedUntil: Date | null;
  moment: Answers<ReturnType<typeof momentAsked>>;
}

/**
 * What the order is about, out of sale for its buyer: copies that this takes now, or those that an accepted offer keeps already. Keeps the buyer before any listing is locked, in the order in which the deletion of an account
 * locks them; copies that this takes come in one statement with all that is asked, because this is the hottest write of the market (decision 192).
 */
async function heldFor(
  platform: Platform,
  tx: Tx,
  { buyerId, orderId, now, from }: Ordering,
  { listingId, offerId, quantity, listingVersion, expectedPrice }: PlaceOrderInput,
  agreedPrice: Money | undefined,
): Promise<Held> {
  if (offerId !== undefined) {
    if (!(await keepMember(tx, buyerId))) throw signInFirst();
    const { held, payBy } = await claimAgreement(tx, { offerId, buyerId, orderId, quantity, now });
    const [first, ...others] = held;
    if (!first) throw new RangeError(`offer ${offerId} keeps nothing`);
    return {
      held: [first, ...others],
      reservedUntil: payBy,
      moment: await askTogether(tx.db, 'orders-agreed', ...momentAsked(buyerId, first.sellerId)),
    };
  }
  if (listingId === undefined) throw new RangeError('an order names a listing or an offer');
  if (from) await refuseInPausedBrowser(platform, tx, from, { buyerId, listingId });
  const copies = {
    listingId,
    quantity: quantity ?? 1,
    buyerId,
    orderId,
    agreedPrice,
    listingVersion,
    ...(expectedPrice ? { expectedPrice: money(expectedPrice.amount, expectedPrice.currency) } : {}),
    now,
  };
  const [held, ...moment] = await holdStockForBuyer(tx, copies, 'orders-hold', (sellerId) => momentAsked(buyerId, sellerId));
  return { held: [held], reservedUntil: null, moment };
}
