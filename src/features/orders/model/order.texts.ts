import { sentBy } from '#features/listings/words.ts';
import { formatList } from '#kernel/format.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { type Coded, textOf } from '#kernel/text/coded-text.ts';
import type { OrderHistoryRow, OrderRow, RefundRow } from './order.tables.ts';

interface Part extends Money {
  /** Of the items; null where none is named. */
  titles: readonly string[] | null;
}

const sum = ({ amount, currency }: Money) => formatMoney(money(amount, currency));

/** `Letter, not tracked`; `Letter, not tracked, 2 parcels`. */
export function methodText({ name, tracked, parcels }: { name: string; tracked: boolean; parcels: number }): string {
  return `${sentBy({ name, tracked })}${parcels > 1 ? `, ${parcels} parcels` : ''}`;
}

/** `“Mew” and “Pikachu”`. */
export const listTitles = (titles: readonly string[]): string => formatList(titles.map((title) => `“${title}”`));

const bankTook = (taken: Money) => `The buyer’s bank took ${sum(taken)} back in a payment dispute.`;
const bankTookCovered = ({ covered, ...taken }: Money & { covered: number }) =>
  `${bankTook(taken)} Seller protection covers ${sum({ ...taken, amount: covered })}.`;
const bankReturned = (asked: Money) =>
  `The payment dispute for ${sum(asked)} is closed, and the seller keeps the payment.`;

/** Steps of the history, where no person wrote the note. */
const noteTexts = {
  paid_late: () => 'The payment came after the reservation had ended. The card was still available.',
  late_payment_returned: () =>
    'The payment came after the reservation had ended, and the card was no longer available. The payment is refunded.',
  checkout_failed: () => 'The payment page couldn’t be opened.',
  no_problem_reported: () => 'No problem was reported.',
  decision_requested: () => 'Decision requested.',
  bank_asks: (asked: Money) => `The buyer’s bank opened a payment dispute for ${sum(asked)}.`,
  bank_took: bankTook,
  bank_took_covered: bankTookCovered,
  bank_returned: bankReturned,
  refund_resent: (refunded: Money) => `We retried the refund of ${sum(refunded)}.`,
  cancellation_requested: () => 'Cancellation requested.',
  cancellation_agreed: () => 'Cancelled at the buyer’s request.',
  cancellation_declined: () => 'Cancellation declined.',
  cancellation_taken_back: () => 'Cancellation request withdrawn.',
  proposed_refund: (proposed: Money) => `Proposal: refund ${sum(proposed)}.`,
  proposed_return: () => 'Proposal: return the cards for a full refund.',
  proposed_nothing: () => 'Proposal: close the problem without a refund.',
  proposal_declined: () => 'Proposal declined.',
  proposal_taken_back: () => 'Proposal withdrawn.',
  agreed_refund: (refunded: Money) => `Buyer and seller agreed on a refund of ${sum(refunded)}.`,
  agreed_nothing: () => 'Buyer and seller agreed to close the problem without a refund.',
  return_agreed: () => 'Buyer and seller agreed on a return.',
  return_sent: () => 'The buyer shipped the return.',
  return_missed: () => 'The return wasn’t shipped in time. Decision requested.',
  not_agreed: () => 'Buyer and seller didn’t agree in time. Decision requested.',
  return_contested: () => 'The seller reports a problem with the return. Decision requested.',
  delivery_shown: () => 'The seller says that tracking shows the delivery.',
  delivery_contested: () => 'The buyer says that the order hasn’t arrived. Decision requested.',
  delivery_not_contested: () => 'The buyer didn’t contest the delivery that tracking shows.',
  not_arrived_refunded: () => 'The order didn’t arrive. The buyer gets a full refund.',
  not_arrived_covered: (covered: Money) =>
    `The order didn’t arrive. The buyer gets a full refund, and we cover ${sum(covered)} for the seller.`,
  withdrawal_lapsed: () => 'The return wasn’t shipped in time, so the withdrawal ended.',
  returned_before: () => 'The return was delivered. The cards were refunded before.',
  returned: () => 'The return was delivered. The buyer gets a refund.',
  returned_part: ({ titles, ...part }: Part) =>
    `The return was delivered. ${sum(part)} refunded for ${listTitles(titles ?? [])}.`,
  withdrawn: () => 'The buyer withdrew from the purchase.',
  withdrawn_part: ({ titles }: { titles: readonly string[] }) =>
    `The buyer withdrew from the purchase of ${listTitles(titles)}.`,
  refund_failed: (refunded: Money) => `The refund of ${sum(refunded)} failed.`,
  /** A person's words follow these two. */
  refunded_part: ({ titles, ...part }: Part) => `${sum(part)} refunded${titles ? ` for ${listTitles(titles)}` : ''}`,
  decided_part: ({ titles, ...part }: Part) =>
    `${sum(part)} refunded for ${listTitles(titles ?? [])}. The rest of the order is completed.`,
} as const;
export type OrderNote = Coded<typeof noteTexts>;

export const noteColumns = (note: string | undefined, coded: OrderNote | undefined) => ({
  note: note ?? null,
  noteCode: coded?.code ?? null,
  noteParams: coded?.params ?? null,
});

/** The note of a step; null where there is none. */
export function noteText({
  note,
  noteCode,
  noteParams,
}: Pick<OrderHistoryRow, 'note' | 'noteCode' | 'noteParams'>): string | null {
  const sentence = textOf(noteTexts, noteCode, noteParams);
  if (sentence === null) return note;
  if (noteCode === 'refunded_part') return note ? `${sentence}: ${note}` : `${sentence}.`;
  return note ? `${sentence} ${note}` : sentence;
}

const cancelTexts = {
  payment_failed: () => 'Payment failed',
  not_paid_in_time: () => 'Not paid in time',
  seller_left: () => 'Seller’s account deleted',
  seller_cannot_sell: () => 'Seller unavailable',
  buyer_cannot_buy: () => 'Buyer unavailable',
} as const;
export type CancelCode = keyof typeof cancelTexts;

/** Why the order ended, by the app or in a member's words. */
export const cancelText = ({ cancelCode, cancelReason }: Pick<OrderRow, 'cancelCode' | 'cancelReason'>) =>
  textOf(cancelTexts, cancelCode, null) ?? cancelReason;

/** The reason of a refund. That of a late payment is its cause; all others are a person's words. */
export const refundText = ({ cause, reason }: Pick<RefundRow, 'cause' | 'reason'>) =>
  cause === 'late_payment' ? (reason ?? 'The payment came after the reservation had ended.') : reason;

/** Why an order waits for an admin. */
const attentionTexts = {
  wrong_mode: () => 'The payment was made in the other mode (test or live).',
  wrong_checkout: () => 'The payment came through another checkout than this order opened.',
  wrong_purpose: () => 'The checkout was opened for another purpose.',
  wrong_currency: ({ paid, ordered }: { paid: string | null; ordered: string }) =>
    `The payment is in ${paid}, the order in ${ordered}.`,
  /** In minor units. */
  wrong_amount: ({ paid, ordered }: { paid: number; ordered: number }) =>
    `The payment is ${paid}, the order ${ordered}.`,
  wrong_status: ({ status }: { status: string }) => `The payment is ${status}.`,
  fraud_warning: ({ type }: { type: string }) => `${fraudWarns} (${type}).`,
  refund_refused: ({ failure, ...refunded }: Money & { failure: string }) =>
    `Stripe refused the refund of ${sum(refunded)} (${failure}).`,
  bank_took_twice: ({ given, ...taken }: Money & { given: number }) =>
    `${bankTook(taken)} ${sum({ ...taken, amount: given })} of it had already been refunded.`,
  bank_took_late: (taken: Money) => `${bankTook(taken)} The sale was completed before that.`,
  bank_returned: (asked: Money) => `${bankReturned(asked)} The bank had taken it before, and the order was refunded.`,
} as const;
export type Attention = Coded<typeof attentionTexts>;
type Flagged = Pick<OrderRow, 'attention' | 'attentionParams'>;

/** The columns of a flag; `null` removes it. */
export const attentionColumns = (coded: Attention | null) => ({
  attention: coded?.code ?? null,
  attentionParams: coded?.params ?? null,
});

export const attentionText = ({ attention, attentionParams }: Flagged): string | null =>
  textOf(attentionTexts, attention, attentionParams) ?? attention;

/** Whether the order has exactly this flag. */
export const hasAttention = (order: Flagged, coded: Attention): boolean =>
  attentionText(order) === textOf(attentionTexts, coded.code, coded.params ?? null);

/** The start of a fraud warning, as a process of an earlier release stored it. */
export const fraudWarns = 'The buyer’s bank warns that this payment may be fraud';

/** The code of a flag; null for another text. */
export function attentionCode(attention: string | null): string | null {
  if (attention?.startsWith(fraudWarns)) return 'fraud_warning';
  return attention !== null && Object.hasOwn(attentionTexts, attention) ? attention : null;
}

export const isFraudWarning = (attention: string | null): boolean => attentionCode(attention) === 'fraud_warning';
