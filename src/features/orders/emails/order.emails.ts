import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { OrderRole } from '../contract.ts';
import type { OrderMover, OrderStatus, OrderVerb } from '../model/order.process.ts';
import { purchaseMails, saleMails } from './order.email-kinds.ts';

/** Changes of a paid order: the verbs of the process, and refunds and chargebacks that move no state. */
export type OrderHappening =
  | OrderVerb
  /** Paid together with orders of other sellers: one receipt names all of them. */
  | 'pay_together'
  | 'refund_part'
  | 'decide_part'
  | 'refund_failed'
  | 'return_late'
  | 'ask_decision'
  | 'chargeback_opened'
  | 'chargeback_won'
  | 'chargeback_lost'
  | 'refund_held'
  | 'release_held'
  | CaseHappening;

/** Steps of a case that move no state of its order, and an agreement, which does. */
export const caseHappenings = [
  'ask_cancellation',
  'decline_cancellation',
  'propose',
  'decline_proposal',
  'take_back',
  'agree',
  'agree_return',
  'send_return',
  'not_agreed',
  'lapse',
  'show_delivery',
  'contest_delivery',
  'keep_delivered',
  'cover_loss',
] as const;
type CaseHappening = (typeof caseHappenings)[number];

/** About a cancellation, a problem or a withdrawal that the two sides settle. */
export const caseEmailNames = [
  'cancel_asked',
  'cancel_refused',
  'proposed',
  'proposed_sale',
  'proposal_refused',
  'proposal_refused_sale',
  'agreed',
  'agreed_sale',
  'return_agreed',
  'return_agreed_sale',
  'return_on_way',
  'returned',
  'returned_sale',
  'withdrawn',
  'withdrawn_sale',
  'not_agreed',
  'not_agreed_sale',
  'withdrawal_over',
  'withdrawal_over_sale',
  'delivery_shown',
  'delivery_contested',
  'delivery_kept',
  'delivery_kept_sale',
  'not_arrived',
  'not_arrived_sale',
  'loss_covered_sale',
] as const;

export const orderEmailNames = [
  'sold',
  'receipt',
  'sent',
  'arrived',
  'assumed_sale',
  'assumed',
  'done',
  'settled',
  'called_off_sale',
  'called_off',
  'money_back_sale',
  'money_back',
  'part_back',
  'came_late',
  'money_stuck',
  'problem',
  'decided_back',
  'decided_back_sale',
  'decided_kept',
  'decided_kept_sale',
  'decided_part',
  'decided_part_sale',
  'bank_asks',
  'bank_asks_sale',
  'bank_leaves',
  'bank_leaves_sale',
  'bank_takes',
  'bank_takes_sale',
  'held_refunded',
  'held_refunded_sale',
  'held_released',
  'held_released_sale',
  ...caseEmailNames,
] as const;
export type OrderEmail = (typeof orderEmailNames)[number];

export interface EmailRule {
  to: OrderRole;
  /**
   * An email kind that can be turned off; or the reason why it is always sent: it concerns the recipient's money or
   * what the money depends on.
   */
  kind: MailKind | { always: string };
  after: readonly OrderHappening[];
  by?: readonly OrderMover[];
  from?: readonly OrderStatus[];
  /** A delayed email, by a mail server or by a queue, is not sent when the order has left these states. */
  while?: readonly OrderStatus[];
}

const decided = {
  always: 'You’re receiving this email because we made a decision about a problem with your order.',
};
const bank = { always: 'You’re receiving this email because your order has a payment dispute.' };
const settling = { always: 'You’re receiving this email because your order has an open request or problem.' };
const withdrawing = { always: 'You’re receiving this email because of a withdrawal from a purchase.' };
const waited = { always: 'You’re receiving this email because we decided about money that was on hold for long.' };
const moneyBack = { always: 'You’re receiving this email because of a refund for your order.' };

/**
 * The recipients of each email. An order that ends unpaid sends none: a buyer who left the payment page knows it, and
 * nothing was charged. Members get no email about their own actions, except where money moves.
 */
export const orderEmails: Readonly<Record<OrderEmail, EmailRule>> = {
  sold: {
    to: 'seller',
    kind: saleMails,
    after: ['pay', 'pay_late', 'pay_together'],
    while: ['paid', 'awaiting_shipping'],
  },
  receipt: {
    to: 'buyer',
    kind: { always: 'You’re receiving this email because you paid for an order.' },
    after: ['pay', 'pay_late'],
  },
  sent: { to: 'buyer', kind: purchaseMails, after: ['ship'], while: ['shipped'] },
  arrived: { to: 'seller', kind: saleMails, after: ['deliver'], by: ['buyer'], while: ['delivered'] },
  assumed_sale: { to: 'seller', kind: saleMails, after: ['deliver'], by: ['timer'], while: ['delivered'] },
  assumed: { to: 'buyer', kind: purchaseMails, after: ['deliver'], by: ['timer'], while: ['delivered'] },
  done: { to: 'seller', kind: saleMails, after: ['complete'], from: ['delivered'] },
  settled: { to: 'seller', kind: saleMails, after: ['complete'], by: ['buyer'], from: ['disputed'] },
  called_off_sale: {
    to: 'seller',
    kind: saleMails,
    after: ['cancel'],
    by: ['buyer', 'timer'],
    from: ['paid', 'awaiting_shipping'],
  },
  called_off: { to: 'buyer', kind: moneyBack, after: ['cancel'], from: ['paid', 'awaiting_shipping'] },
  money_back_sale: { to: 'seller', kind: saleMails, after: ['refund'], by: ['stripe'] },
  money_back: { to: 'buyer', kind: moneyBack, after: ['refund'], by: ['seller', 'stripe'] },
  part_back: { to: 'buyer', kind: moneyBack, after: ['refund_part'] },
  came_late: { to: 'buyer', kind: moneyBack, after: ['return_late'] },
  money_stuck: { to: 'buyer', kind: moneyBack, after: ['refund_failed'] },
  problem: {
    to: 'seller',
    kind: { always: 'You’re receiving this email because a buyer reported a problem with your sale.' },
    after: ['dispute'],
    while: ['disputed'],
  },
  decided_back: { to: 'buyer', kind: decided, after: ['refund', 'cover_loss'], by: ['operator'] },
  decided_back_sale: { to: 'seller', kind: decided, after: ['refund'], by: ['operator'] },
  decided_kept: { to: 'buyer', kind: decided, after: ['complete'], by: ['operator'] },
  decided_kept_sale: { to: 'seller', kind: decided, after: ['complete'], by: ['operator'] },
  decided_part: { to: 'buyer', kind: decided, after: ['decide_part'] },
  decided_part_sale: { to: 'seller', kind: decided, after: ['decide_part'] },
  bank_asks: { to: 'buyer', kind: bank, after: ['chargeback_opened'] },
  bank_asks_sale: { to: 'seller', kind: bank, after: ['chargeback_opened'] },
  bank_leaves: { to: 'buyer', kind: bank, after: ['chargeback_won'] },
  bank_leaves_sale: { to: 'seller', kind: bank, after: ['chargeback_won'] },
  bank_takes: { to: 'buyer', kind: bank, after: ['chargeback_lost', 'charge_back'] },
  bank_takes_sale: { to: 'seller', kind: bank, after: ['chargeback_lost', 'charge_back'] },
  held_refunded: { to: 'buyer', kind: waited, after: ['refund_held'] },
  held_refunded_sale: { to: 'seller', kind: waited, after: ['refund_held'] },
  held_released: { to: 'buyer', kind: waited, after: ['release_held'] },
  held_released_sale: { to: 'seller', kind: waited, after: ['release_held'] },
  cancel_asked: { to: 'seller', kind: settling, after: ['ask_cancellation'] },
  cancel_refused: { to: 'buyer', kind: settling, after: ['decline_cancellation'] },
  proposed: { to: 'buyer', kind: settling, after: ['propose'], by: ['seller'] },
  proposed_sale: { to: 'seller', kind: settling, after: ['propose'], by: ['buyer'] },
  proposal_refused: { to: 'buyer', kind: settling, after: ['decline_proposal'], by: ['seller'] },
  proposal_refused_sale: { to: 'seller', kind: settling, after: ['decline_proposal'], by: ['buyer'] },
  agreed: { to: 'buyer', kind: settling, after: ['agree'] },
  agreed_sale: { to: 'seller', kind: settling, after: ['agree'] },
  return_agreed: { to: 'buyer', kind: settling, after: ['agree_return'] },
  return_agreed_sale: { to: 'seller', kind: settling, after: ['agree_return'] },
  return_on_way: { to: 'seller', kind: settling, after: ['send_return'] },
  returned: { to: 'buyer', kind: moneyBack, after: ['take_return'] },
  returned_sale: { to: 'seller', kind: settling, after: ['take_return'], by: ['timer'] },
  withdrawn: { to: 'buyer', kind: withdrawing, after: ['withdraw'] },
  withdrawn_sale: { to: 'seller', kind: withdrawing, after: ['withdraw'] },
  not_agreed: { to: 'buyer', kind: settling, after: ['not_agreed'] },
  not_agreed_sale: { to: 'seller', kind: settling, after: ['not_agreed'] },
  withdrawal_over: { to: 'buyer', kind: withdrawing, after: ['lapse'] },
  withdrawal_over_sale: { to: 'seller', kind: withdrawing, after: ['lapse'] },
  delivery_shown: { to: 'buyer', kind: settling, after: ['show_delivery'] },
  delivery_contested: { to: 'seller', kind: settling, after: ['contest_delivery'] },
  delivery_kept: { to: 'buyer', kind: settling, after: ['keep_delivered'] },
  delivery_kept_sale: { to: 'seller', kind: settling, after: ['keep_delivered'] },
  not_arrived: { to: 'buyer', kind: moneyBack, after: ['refund', 'cover_loss'], by: ['timer'] },
  not_arrived_sale: { to: 'seller', kind: settling, after: ['refund'], by: ['timer'] },
  loss_covered_sale: { to: 'seller', kind: settling, after: ['cover_loss'] },
};

/** The emails after this change of an order that was in state `from`. */
export function emailsAfter(happening: OrderHappening, by: OrderMover, from: OrderStatus): OrderEmail[] {
  return orderEmailNames.filter((name) => {
    const rule = orderEmails[name];
    return rule.after.includes(happening) && (rule.by?.includes(by) ?? true) && (rule.from?.includes(from) ?? true);
  });
}
