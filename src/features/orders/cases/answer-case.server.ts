import { formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, type Mover, moveOrder, noteOrder, sideFor } from '../fulfil/move-order.server.ts';
import type { OrderRow } from '../model/order.tables.ts';
import type { OrderNote } from '../model/order.texts.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { countRefund } from '../refunds/count-refund.server.ts';
import { leftOf, requestRefund, requireMoney } from '../refunds/refunds.server.ts';
import { carrierOf } from '../shipments/recognise-carrier.ts';
import { carryOut } from './agree.server.ts';
import { type AnswerInput, caseRefusals, type ProposeInput } from './case.contract.ts';
import { type CaseVerb, mayActOn } from './case.process.ts';
import { requireOpenCase } from './case.queries.server.ts';
import type { CaseRow, Proposal } from './case.tables.ts';
import { closeCase, moveCase } from './move-case.server.ts';

interface Acting {
  order: OrderRow;
  found: CaseRow;
  side: 'buyer' | 'seller';
  now: Date;
}

/** One side acts on the open case of its order, under the order's lock, which guards the case too. Refuses as `requireOpenCase` and the process do. */
export async function act(
  platform: Platform,
  actor: Actor,
  { orderId, verb, version }: { orderId: string; verb: CaseVerb; version?: number },
  work: (tx: Tx, acting: Acting) => Promise<void>,
): Promise<void> {
  await platform.limits.count(ordersLimits.caseSteps, actor.id);
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const side = sideFor(order, actor, 'settle a case');
    const found = await requireOpenCase(tx, orderId, version);
    if (!mayActOn(verb, side, found, order.trackingNumber !== null))
      throw conflict(caseRefusals.wrongState, 'You can’t do this now. Reload the order to see what you can do.');
    await work(tx, { order, found, side, now: platform.clock.now() });
  });
}

/**
 * Proposes how a reported problem is settled: a refund, a return, or that all stays as it is. It replaces the other
 * side's proposal. Refuses (422) more than is left of the payment, and another currency; a seller's refund as
 * `countRefund` does (403).
 */
export function propose(platform: Platform, actor: Actor, orderId: string, input: ProposeInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'propose', version: input.version }, async (tx, acting) => {
    const { order, found, side, now } = acting;
    if (found.kind === 'not_arrived' && input.proposal === 'return')
      throw invalid({ proposal: 'Choose refund or nothing. An order that didn’t arrive can’t be returned.' });
    const { proposal, coded } = await readProposal(tx, order, side, input);
    if (side === 'seller' && proposal.kind === 'refund') await countRefund(platform, tx, actor);
    await moveCase(tx, found, 'proposed', now, { proposal });
    await note(tx, acting, actor, { coded, reason: input.reason, happening: 'propose' });
  });
}

async function readProposal(
  tx: Tx,
  order: OrderRow,
  by: 'buyer' | 'seller',
  { proposal: kind, amount: wanted }: ProposeInput,
): Promise<{ proposal: Proposal; coded: OrderNote }> {
  await requireMoney(tx, order);
  if (kind === 'nothing') return { proposal: { kind, by }, coded: { code: 'proposed_nothing' } };
  if (kind === 'return') return { proposal: { kind, by }, coded: { code: 'proposed_return' } };
  const { currency } = order;
  const amount = typeof wanted === 'number' ? wanted : (wanted?.amount ?? 0);
  if (typeof wanted === 'object' && wanted.currency !== currency)
    throw invalid({ amount: `Enter an amount in ${currency}, the currency of the order.` });
  const left = await leftOf(tx, order);
  if (amount < 1) throw invalid({ amount: 'Enter an amount of at least 0.01.' });
  if (amount > left) throw invalid({ amount: `Enter at most ${formatMoney(money(left, currency))}.` });
  return { proposal: { kind, amount, by }, coded: { code: 'proposed_refund', params: money(amount, currency) } };
}

/**
 * The other side agrees: the proposal is carried out at once; a return waits for the card. Refuses a seller as
 * `countRefund` does (403).
 */
export function acceptProposal(platform: Platform, actor: Actor, orderId: string, input: AnswerInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'accept', version: input.version }, async (tx, acting) => {
    const { order, found, side, now } = acting;
    const mover: Mover = { by: side, actorId: actor.id, note: input.reason };
    const { proposal } = found;
    if (!proposal) throw new RangeError(`case ${found.id} has no proposal`);
    const paysBack = proposal.kind === 'cancel' || proposal.kind === 'refund';
    if (side === 'seller' && paysBack) await countRefund(platform, tx, actor);
    if (proposal.kind === 'cancel') return cancelAsAgreed(tx, order, mover, now);
    if (proposal.kind === 'return') {
      await moveCase(tx, found, 'return_awaited', now);
      return note(tx, acting, actor, {
        coded: { code: 'return_agreed' },
        reason: input.reason,
        happening: 'agree_return',
      });
    }
    await closeCase(tx, orderId, 'agreed', now);
    await carryOut(tx, order, proposal, mover, now);
  });
}

/** The order is canceled as the buyer asked, by the seller's yes or silence. */
export async function cancelAsAgreed(tx: Tx, order: OrderRow, mover: Mover, now: Date): Promise<void> {
  await closeCase(tx, order.id, 'canceled', now);
  await moveOrder(tx, order, 'cancel', { ...mover, coded: { code: 'cancellation_agreed' } }, now);
  await requireMoney(tx, order);
  await requestRefund(tx, order, { cause: 'cancel', askedBy: mover.actorId }, now);
}

/** The other side says no. A request to cancel is closed; a problem stays open. */
export function declineProposal(platform: Platform, actor: Actor, orderId: string, input: AnswerInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'decline', version: input.version }, async (tx, acting) => {
    const { found, now } = acting;
    const isRequest = found.kind === 'cancellation';
    if (isRequest) await closeCase(tx, orderId, 'declined', now);
    else await moveCase(tx, found, 'open', now, { proposal: null });
    const coded = { code: isRequest ? 'cancellation_declined' : 'proposal_declined' } as const;
    await note(tx, acting, actor, {
      coded,
      reason: input.reason,
      happening: isRequest ? 'decline_cancellation' : 'decline_proposal',
    });
  });
}

/** A side takes its own proposal or request back. */
export function takeBackProposal(platform: Platform, actor: Actor, orderId: string, input: AnswerInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'take_back', version: input.version }, async (tx, acting) => {
    const { found, now } = acting;
    const isRequest = found.kind === 'cancellation';
    if (isRequest) await closeCase(tx, orderId, 'ended', now);
    else await moveCase(tx, found, 'open', now, { proposal: null });
    const coded = { code: isRequest ? 'cancellation_taken_back' : 'proposal_taken_back' } as const;
    await note(tx, acting, actor, { coded, reason: input.reason, happening: 'take_back' });
  });
}

/** The buyer has sent the card back. A carrier that isn't named is that of the tracking number. */
export function sendReturn(
  platform: Platform,
  actor: Actor,
  orderId: string,
  parcel: { carrier?: string | undefined; trackingNumber?: string | undefined },
): Promise<void> {
  return act(platform, actor, { orderId, verb: 'send_return' }, async (tx, acting) => {
    const sent = { carrier: carrierOf(parcel), trackingNumber: parcel.trackingNumber ?? null };
    await moveCase(tx, acting.found, 'return_sent', acting.now, sent);
    await note(tx, acting, actor, { coded: { code: 'return_sent' }, happening: 'send_return' });
  });
}

/** The seller says that a return has not arrived, or not as it was sent: an admin decides. */
export function contestReturn(
  platform: Platform,
  actor: Actor,
  orderId: string,
  { reason }: { reason: string },
): Promise<void> {
  return act(platform, actor, { orderId, verb: 'contest_return' }, async (tx, acting) => {
    await moveCase(tx, acting.found, 'decision', acting.now);
    const facts = { decisionAskedAt: acting.now };
    await note(tx, acting, actor, { coded: { code: 'return_contested' }, reason, happening: 'not_agreed', facts });
  });
}

interface Said {
  coded: OrderNote;
  reason?: string | undefined;
  happening: Parameters<typeof noteOrder>[2]['happening'];
  facts?: { decisionAskedAt: Date };
}

/** What happened, in the order's history; unread for the other side. */
export function note(
  tx: Tx,
  { order, side, now }: Acting,
  { id }: Actor,
  { coded, reason, happening, facts: more }: Said,
) {
  const facts = { buyerRead: side === 'buyer', sellerRead: side === 'seller', ...more };
  return noteOrder(tx, order, { by: side, actorId: id, note: reason, coded, happening, facts }, now).then(() => {});
}
