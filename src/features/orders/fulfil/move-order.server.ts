import { eq, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { addMs, dateAndTime } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { closeCase } from '../cases/move-case.server.ts';
import { orderRefusals } from '../contract.ts';
import { notifySides } from '../emails/notify-sides.server.ts';
import { emailsAfter, type OrderHappening } from '../emails/order.emails.ts';
import { orderChanged, orderUpdates } from '../model/order.events.ts';
import { tickJob } from '../model/order.jobs.ts';
import {
  notThisSide,
  type OrderAct,
  orderPolicy,
  type PolicyOrder,
  sideIn,
  unknownOrder,
} from '../model/order.policy.ts';
import {
  isPaid,
  mayMove,
  type OrderMover,
  type OrderStatus,
  type OrderVerb,
  orderTimers,
} from '../model/order.process.ts';
import { type OrderRow, orderHistory, orders } from '../model/order.tables.ts';
import { noteColumns, type OrderNote } from '../model/order.texts.ts';
import { hasOpenChargeback } from '../payment-disputes/chargebacks.queries.server.ts';
import { settleSale } from './settle-sale.server.ts';

/** The order's row, locked until the transaction ends: every decision about an order is made while holding it. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  if (!isId(orderId)) throw notFound(unknownOrder);
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!row) throw notFound(unknownOrder);
  return row;
}

/**
 * The side of the order that may do this. Refuses third parties, who must not learn that the order exists (404), and
 * the wrong side (403).
 */
export function sideFor(order: PolicyOrder, actor: Pick<Actor, 'id' | 'role'>, verb: OrderAct): 'buyer' | 'seller' {
  orderPolicy.check(actor, verb, order);
  const side = sideIn(order, actor.id);
  if (!side) throw notFound(unknownOrder);
  return side;
}

export interface Mover {
  by: OrderMover;
  actorId?: string | undefined;
  /** The person's words. */
  note?: string | undefined;
  /** What the app says of the step. */
  coded?: OrderNote;
  /** Selects the emails where the verb alone does not determine them. */
  happening?: OrderHappening;
}

type Facts = Partial<Omit<OrderRow, 'id' | 'status' | 'version' | 'statusSince' | 'updatedAt'>>;

/**
 * Moves a locked order by the process, with its history, its event and the timer of the new state.
 * Refuses what the process does not allow: never for this side (403), not in this state or not yet (409); and what
 * follows from waiting while a bank decides (409).
 */
export async function moveOrder(
  tx: Tx,
  order: OrderRow,
  verb: OrderVerb,
  mover: Mover,
  now: Date,
  facts: Facts = {},
): Promise<OrderRow> {
  const answer = mayMove(verb, mover.by, order, now);
  if (!('transition' in answer)) throw refusalOf(verb, mover.by, order, answer);
  const { to, afterMs } = answer.transition;
  if (afterMs !== undefined && (await hasOpenChargeback(tx.db, order.id)))
    throw conflict(
      orderRefusals.chargedBack,
      'A payment dispute is open, so you can’t do this yet. Deadlines are paused until the bank decides.',
    );
  const [moved] = await tx.db
    .update(orders)
    .set({
      ...readFlags(order, verb, mover.by, facts),
      ...facts,
      status: to,
      statusSince: now,
      updatedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id))
    .returning();
  if (!moved) throw notFound(unknownOrder);
  await tx.db.insert(orderHistory).values({
    orderId: order.id,
    status: to,
    at: now,
    by: mover.by,
    actorId: mover.actorId ?? null,
    ...noteColumns(mover.note, mover.coded),
  });
  if (order.paidAt !== null && endsCase(order.status, to)) await closeCase(tx, order.id, 'ended', now);
  const timer = orderTimers[to];
  if (timer) tx.enqueue(tickJob, { orderId: order.id, status: to }, { runAt: addMs(now, timer.afterMs) });
  if (isPaid(order.status) !== isPaid(to) || to === 'delivered' || to === 'completed') await settleSale(tx, moved);
  appendChanged(tx, moved, order.status, mover.by);
  await notifyUpdates(tx, moved, { happening: mover.happening ?? verb, by: mover.by, from: order.status }, now);
  return moved;
}

/** A shipped order can't be canceled any more; a completed or refunded one has no problem to settle. */
const endsCase = (from: OrderStatus, to: OrderStatus): boolean =>
  to === 'shipped' || to === 'canceled' || to === 'refunded' || (from === 'disputed' && to === 'completed');

interface Noted extends Mover {
  happening: OrderHappening;
  /** `statusSince`: a new start for the deadlines of its state. */
  facts?: Facts & { statusSince?: Date };
}

/**
 * Records a change of a locked order that stays in its state: history, event and emails. Both sides have something new
 * to read.
 */
export async function noteOrder(
  tx: Tx,
  order: OrderRow,
  { by, actorId, note, coded, happening, facts }: Noted,
  now: Date,
): Promise<OrderRow> {
  await tx.db.insert(orderHistory).values({
    orderId: order.id,
    status: order.status,
    at: now,
    by,
    actorId: actorId ?? null,
    ...noteColumns(note, coded),
  });
  const [noted] = await tx.db
    .update(orders)
    .set({ buyerRead: false, sellerRead: false, ...facts, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
    .returning();
  if (!noted) throw notFound(unknownOrder);
  appendChanged(tx, noted, order.status, by);
  await notifyUpdates(tx, noted, { happening, by, from: order.status }, now);
  return noted;
}

interface OrderUpdates {
  happening: OrderHappening;
  by: OrderMover;
  from: OrderStatus;
}

/**
 * Appends the event that writes the notifications of both sides and sends the emails. It is separate from
 * `order.changed` because placing an order, the most frequent change, sends none: a reaction to `order.changed` would
 * cost every purchase a job that does nothing.
 */
export async function notifyUpdates(
  tx: Tx,
  order: OrderRow,
  { happening, by, from }: OrderUpdates,
  now: Date,
): Promise<void> {
  const emails = emailsAfter(happening, by, from);
  if (emails.length === 0) return;
  tx.append(orderUpdates, { subject: order.id, version: order.version, topics: [], data: { letters: emails } });
  await notifySides(tx, order, emails, by, now);
}

export function appendChanged(tx: Tx, order: OrderRow, from: OrderStatus | null, by: OrderMover): void {
  tx.append(orderChanged, {
    subject: order.id,
    version: order.version,
    topics: [`user:${order.buyerId}`, `user:${order.sellerId}`, `order:${order.id}`],
    data: { from, status: order.status, buyerId: order.buyerId, sellerId: order.sellerId, by },
  });
}

/** The order is unread for the side that did not act. A seller sees an order only once it is paid. */
function readFlags(order: OrderRow, verb: OrderVerb, by: OrderMover, facts: Facts): Facts {
  if (verb === 'hand_over') return {};
  const concernsSeller = order.paidAt !== null || facts.paidAt != null;
  return {
    ...(by === 'buyer' ? { buyerRead: true } : { buyerRead: false }),
    ...(by === 'seller' ? { sellerRead: true } : concernsSeller ? { sellerRead: false } : {}),
  };
}

type Refused = Exclude<ReturnType<typeof mayMove>, { transition: unknown }>;

function refusalOf(verb: OrderVerb, by: OrderMover, order: OrderRow, { refused, from }: Refused): Error {
  if (refused === 'not_yours') return notThisSide(by);
  if (refused === 'too_early' && from) {
    return conflict(
      orderRefusals.tooEarly,
      `The seller still has time to ship. You can do this from ${dateAndTime(from)}.`,
      { status: order.status, from: from.toISOString() },
    );
  }
  return wrongState(verb, by, order.status);
}

/** 409, with the state in words and as `orderStatus`. */
export function wrongState(verb: OrderVerb, by: OrderMover, status: OrderStatus): Error {
  return conflict(orderRefusals.wrongState, wrongStateSentence(verb, by, status), { orderStatus: status });
}

const statusSentences: Record<OrderStatus, string> = {
  pending_payment: 'This order isn’t paid yet.',
  paid: 'This order is paid.',
  awaiting_shipping: 'This order is paid and not shipped yet.',
  shipped: 'This order is shipped.',
  delivered: 'This order is delivered.',
  completed: 'This order is completed.',
  canceled: 'This order is cancelled.',
  refunded: 'This order is refunded.',
  disputed: 'This order has an open problem.',
};

const refusedSentences: Partial<Record<OrderVerb, string>> = {
  cancel: 'You can’t cancel it.',
  ship: 'You can’t mark it as shipped.',
  deliver: 'You can’t confirm delivery.',
  complete: 'It has no open problem.',
  refund: 'You can’t refund it.',
  dispute: 'You can’t report a problem.',
  withdraw: 'You can’t withdraw from it.',
};

function wrongStateSentence(verb: OrderVerb, by: OrderMover, status: OrderStatus): string {
  const refused =
    verb === 'cancel' && by === 'buyer' && status === 'paid'
      ? 'Only the seller can cancel it now. Message the seller.'
      : (refusedSentences[verb] ?? 'Reload the page to see what you can do.');
  return `${statusSentences[status]} ${refused}`;
}
