import { listNames } from '#features/members/index.server.ts';
import { type OrderQueue, orderQueues, type QueuedOrder } from '#features/orders/contract.ts';
import { findOrdersByNumber, inspectOrder, listQueuedOrders } from '#features/orders/index.server.ts';
import { readOrderNumber } from '#features/orders/words.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import {
  type OrderFactsView,
  type OrderPageView,
  type OrderQuery,
  orderFactsSchema,
  orderPageSchema,
} from '../contract.ts';

/**
 * An order with the names of its parties and of the members who changed its state, and the actions of this admin. For
 * their own order there are none, and suspicions of a bank or the app are not shown. Refuses an unknown one (404).
 */
export function inspectNamedOrder(
  platform: Pick<Platform, 'db' | 'clock' | 'security'>,
  id: string,
  adminId: string,
): Promise<OrderFactsView> {
  return platform.security.follow(adminSecurity.read, { what: 'order' }, look(platform, id, adminId), (order) => ({
    subject: order.id,
  }));
}

async function look(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
  adminId: string,
): Promise<OrderFactsView> {
  const facts = await inspectOrder(db, id, clock.now());
  const mayAct = adminPolicy.may({ id: adminId, role: 'admin' }, 'decide a reported problem', facts) === true;
  const names = await listNames(db, [
    facts.buyerId,
    facts.sellerId,
    ...facts.history.flatMap(({ actorId }) => actorId ?? []),
  ]);
  return orderFactsSchema.parse({
    ...facts,
    ...(mayAct ? {} : { selfBuying: [], fraudWarnings: [], ...notifiedAttention(facts, adminId) }),
    may: mayAct ? facts.may : [],
    refunds: facts.refunds.map((refund) => ({ ...refund, canRetry: mayAct && refund.canRetry })),
    chargebacks: facts.chargebacks.map((one) => ({ ...one, canAnswer: mayAct && one.canAnswer })),
    buyerName: names.get(facts.buyerId) ?? null,
    sellerName: names.get(facts.sellerId) ?? null,
    history: facts.history.map((moment) => ({
      ...moment,
      actorName: (moment.actorId && names.get(moment.actorId)) || null,
    })),
  });
}

/** Refuses an admin's own order (403) and an unknown one (404). No lock: the parties of an order never change. */
export async function checkNotTheirs(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  adminId: string,
  verb: 'decide a reported problem' | 'let an order go on' | 'send a failed refund again' | 'answer a bank',
  orderId: string,
): Promise<void> {
  adminPolicy.check({ id: adminId, role: 'admin' }, verb, await inspectOrder(db, orderId, clock.now()));
}

/** Why the order is stuck, without a bank's suspicion in an order of the reader's own. */
function notifiedAttention(
  {
    attention,
    attentionCode,
    buyerId,
    sellerId,
  }: Pick<QueuedOrder, 'attention' | 'attentionCode' | 'buyerId' | 'sellerId'>,
  readerId: string,
) {
  const isOwn = buyerId === readerId || sellerId === readerId;
  return isOwn && attentionCode === 'fraud_warning'
    ? { attention: null, attentionCode: null }
    : { attention, attentionCode };
}

/** The orders that need this admin, with names; without what they may not read of their own. */
export async function listNamedOrders(
  { db, security }: Pick<Platform, 'db' | 'security'>,
  { show, ...paged }: OrderQuery,
  adminId: string,
): Promise<OrderPageView> {
  security.note(adminSecurity.read, { outcome: 'done', what: 'orders' });
  const { items, nextCursor } = await listQueuedOrders(db, { queue: show, readerId: adminId, ...paged });
  const names = await listNames(
    db,
    items.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  );
  const named = items.map((one) => ({
    ...one,
    ...notifiedAttention(one, adminId),
    buyerName: names.get(one.buyerId) ?? null,
    sellerName: names.get(one.sellerId) ?? null,
  }));
  return orderPageSchema.parse({ items: named, nextCursor });
}

/** The ids of the orders with a typed order number or id. */
export async function findOrdersTyped(db: Platform['db'], typed: string): Promise<string[]> {
  const number = readOrderNumber(typed);
  return number === null ? [] : findOrdersByNumber(db, number);
}

/** The first queue with entries, in the order of the tabs; the first of all where all are empty. */
export async function findFirstQueue({ db }: Pick<Platform, 'db'>, readerId: string): Promise<OrderQueue> {
  for (const queue of orderQueues.filter((one) => one !== 'self_buying'))
    if ((await listQueuedOrders(db, { queue, readerId, limit: 1 })).items.length > 0) return queue;
  return orderQueues[0];
}
