import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { redirectDocument } from 'react-router';
import type * as z from 'zod';
import { rarityName } from '#features/catalogue/index.server.ts';
import type { ListingSnapshot } from '#features/listings/index.server.ts';
import { findThreadBetween } from '#features/messages/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { caseActs } from '../cases/act-on-case.server.ts';
import { convergePurchase } from '../checkout/converge-purchase.server.ts';
import { resumeCheckout } from '../checkout/start-checkout.server.ts';
import { cancelSchema, type Order, type ProblemInPhotos, refundSchema, shipSchema } from '../contract.ts';
import { cancelOrder } from '../fulfil/cancel-order.server.ts';
import { deliverOrder, settleOrder } from '../fulfil/deliver-order.server.ts';
import { shipOrder } from '../fulfil/ship-order.server.ts';
import { toBeShipped } from '../model/order.process.ts';
import { subjectBefore } from '../model/order.subject.server.ts';
import { orders } from '../model/order.tables.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { listProblemPhotos, soldAs } from '../problems/problem-photos.server.ts';
import { requestDecision } from '../problems/request-decision.server.ts';
import { refundOrder } from '../refunds/refund-order.server.ts';
import { findSameTracking } from '../shipments/same-tracking.server.ts';
import { presentOrder } from './order.present.server.ts';
import { getOrderFor } from './orders.queries.server.ts';
import { readOrder } from './read-order.server.ts';

/**
 * The order as this side sees it. Loading marks it as read; returning from the payment page queries Stripe at once
 * instead of waiting for its event.
 */
export async function loadOrder(platform: Platform, actor: Actor, orderId: string, isBack: boolean): Promise<Order> {
  const { order } = await getOrderFor(platform.db, actor.id, orderId);
  const isBuyer = order.buyerId === actor.id;
  if (isBack && isBuyer && order.status === 'pending_payment') {
    await countPaymentCall(platform, actor.id)
      .then(() => convergePurchase(platform, order.purchaseId))
      .catch((error: unknown) => platform.log.warn('a payment could not be confirmed yet', { orderId, error }));
  }
  if (isBuyer ? !order.buyerRead : !order.sellerRead) await readOrder(platform, actor, orderId);
  return inWords(presentOrder(await getOrderFor(platform.db, actor.id, orderId), actor.id, platform.clock.now()));
}

/**
 * Their conversation about the order, if there is one, whether the reader can print its packing slip, and the carrier of
 * the seller's latest shipped order, where this one is to be shipped with tracking. For the seller, other orders with
 * the tracking number of this one; null for those of other sellers.
 */
export async function loadOrderTools(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  order: Order,
): Promise<{
  threadId: string | null;
  canPrint: boolean;
  lastCarrier: string | null;
  sameTracking: (string | null)[];
}> {
  const isSeller = order.sellerId === actor.id;
  const otherId = isSeller ? order.buyerId : order.sellerId;
  const subjects = [{ kind: 'order' as const, id: order.id }, subjectBefore(order.items)];
  const isToShip = isSeller && toBeShipped.includes(order.status);
  const [threadId, tier, lastCarrier, sameTracking] = await Promise.all([
    findThreadBetween(db, actor.id, otherId, subjects),
    isToShip ? definitionOf(db, actor.id) : null,
    isToShip && order.shipping.tracked ? findLastCarrier(db, actor.id) : null,
    isSeller && order.tracking?.trackingNumber ? findSameTracking(db, order.id) : [],
  ]);
  return {
    threadId,
    canPrint: tier?.hasBulkListingTools === true,
    lastCarrier,
    sameTracking: sameTracking.map(({ id, sellerId }) => (sellerId === actor.id ? id : null)),
  };
}

async function findLastCarrier(db: Platform['db'], sellerId: string): Promise<string | null> {
  const [row] = await db
    .select({ carrier: orders.carrier })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), isNotNull(orders.carrier)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return row?.carrier ?? null;
}

export interface Problem extends Pick<ProblemInPhotos, 'checked' | 'got'> {
  /** Null for an order that was not received: there is no card to compare. */
  sold: ProblemInPhotos['sold'] | null;
  mayAdd: boolean;
}

/** The photos of the listing and of the parcel, for an order with a reported problem; null where there are none to see or add. */
export async function loadProblem({ db }: Pick<Platform, 'db'>, actor: Actor, order: Order): Promise<Problem | null> {
  if (!order.dispute) return null;
  const got = await listProblemPhotos(db, order.id);
  const mayAdd = order.status === 'disputed' && order.buyerId === actor.id;
  if (order.dispute.reason === 'not_received')
    return got.length > 0 || mayAdd ? { sold: null, checked: [], got, mayAdd } : null;
  const snapshots = order.items.map(({ snapshot }) => snapshot as unknown as ListingSnapshot);
  return { ...soldAs(snapshots), got, mayAdd };
}

/** The snapshot stays as it was written; the page says its rarity in the word of today. */
function inWords(order: Order): Order {
  const items = order.items.map((item) => {
    const { rarity } = item.snapshot;
    return typeof rarity === 'string' ? { ...item, snapshot: { ...item.snapshot, rarity: rarityName(rarity) } } : item;
  });
  return { ...order, items };
}

/**
 * One of the page's buttons; `items` are those that its form names. Throws a refusal for the form, or the way to the
 * payment page.
 */
export async function actOnOrder(
  platform: Platform,
  actor: Actor,
  orderId: string,
  intent: string,
  form: Record<string, string>,
  items: string[] = [],
): Promise<void> {
  const given = (...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (form[name] ? [[name, form[name]]] : [])));
  switch (intent) {
    case 'pay':
      throw redirectDocument(await resumeCheckout(platform, actor, orderId));
    case 'cancel':
      return cancelOrder(platform, actor, orderId, parse(cancelSchema, given('reason')));
    case 'ship': {
      const { order } = await getOrderFor(platform.db, actor.id, orderId);
      const typed = given('carrier', 'trackingNumber');
      // Shipping that is not tracked needs no carrier; a tracking number does.
      const needsCarrier = order.shippingTracked || Object.keys(typed).length > 0;
      return shipOrder(platform, actor, orderId, needsCarrier ? parse(shipSchema, typed) : {});
    }
    case 'deliver':
      return deliverOrder(platform, actor, orderId);
    case 'settle':
      return settleOrder(platform, actor, orderId);
    case 'ask_decision':
      return requestDecision(platform, actor, orderId);
    case 'refund': {
      const { order } = await getOrderFor(platform.db, actor.id, orderId);
      const { currency } = order;
      const amount = typedMoney('amount', form.amount ?? '', currency);
      const expectedRefunded = { amount: Number(form.expectedRefunded), currency };
      const seen = form.expectedRefunded !== undefined && { expectedRefunded };
      const named = items.length > 0 && { items };
      return refundOrder(
        platform,
        actor,
        orderId,
        parse(refundSchema, { amount, ...given('reason'), ...named, ...seen }),
      );
    }
    default: {
      const act = Object.hasOwn(caseActs, intent) ? caseActs[intent] : undefined;
      if (act) return act(platform, actor, orderId, form);
      throw notFound('This page is out of date. Reload it.');
    }
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}
