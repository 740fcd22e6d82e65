import type { EmailText } from '#features/notifications/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime, momentUtc } from '#kernel/time.ts';
import type { Row } from '#platform/mail/email.ts';
import { caseDeadlines } from '../cases/case.process.ts';
import type { Order } from '../contract.ts';
import type { caseEmailNames } from './order.emails.ts';

type CaseEmail = (typeof caseEmailNames)[number];

interface Names {
  /** The title of the order. */
  title: string;
  refundSentence: string;
}

const dueOf = ({ case: found }: Order, otherwise: string) =>
  found?.dueAt ? momentUtc(new Date(found.dueAt)) : otherwise;

function proposalOf({ case: found }: Order, who: string): string {
  switch (found?.proposal?.kind) {
    case 'refund':
      return found.proposal.amount
        ? `${who} proposes a refund of ${formatMoney(found.proposal.amount)}.`
        : `${who} proposes a refund.`;
    case 'return':
      return `${who} proposes that the cards are returned for a full refund.`;
    case 'nothing':
      return `${who} proposes to close the problem without a refund.`;
    default:
      return `${who} made a proposal.`;
  }
}

const trackingRows = ({ tracking }: Order): Row[] => [
  ['Carrier', tracking?.carrier ?? 'Not given'],
  ['Tracking number', tracking?.trackingNumber ?? 'None'],
];

const ifNot = `If you and the other side don’t agree within ${caseDeadlines.agree}, we read both sides and decide.`;

/** Emails about a cancellation, a problem or a withdrawal that the two sides settle. */
export const caseEmailTexts: Readonly<
  Record<CaseEmail, (order: Order, names: Names) => Pick<EmailText, 'subject' | 'paragraphs' | 'rows'>>
> = {
  cancel_asked: (order, { title }) => ({
    subject: `Cancellation requested: ${title}`,
    paragraphs: [
      `${order.buyer.username} asks you to cancel this order. Answer by ${dueOf(order, `the end of ${caseDeadlines.cancel}`)}.`,
      'If you don’t answer or ship by then, the order is cancelled and the buyer gets a full refund.',
    ],
  }),
  cancel_refused: (order, { title }) => ({
    subject: `Not cancelled: ${title}`,
    paragraphs: [`${order.seller.username} declined to cancel this order. The order continues.`],
  }),
  proposed: (order, { title }) => ({
    subject: `Proposal from the seller: ${title}`,
    paragraphs: [
      `${proposalOf(order, order.seller.username)} Accept it, decline it, or propose something else.`,
      ifNot,
    ],
  }),
  proposed_sale: (order, { title }) => ({
    subject: `Proposal from the buyer: ${title}`,
    paragraphs: [`${proposalOf(order, order.buyer.username)} Accept it, decline it, or propose something else.`, ifNot],
  }),
  proposal_refused: (order, { title }) => ({
    subject: `Proposal declined: ${title}`,
    paragraphs: [`${order.seller.username} declined your proposal. You can make another one.`, ifNot],
  }),
  proposal_refused_sale: (order, { title }) => ({
    subject: `Proposal declined: ${title}`,
    paragraphs: [`${order.buyer.username} declined your proposal. You can make another one.`, ifNot],
  }),
  agreed: (order, { title, refundSentence }) => ({
    subject: `Problem resolved: ${title}`,
    paragraphs: [
      `You and ${order.seller.username} resolved the problem. The order is completed.`,
      ...(order.refunded ? [refundSentence] : []),
    ],
  }),
  agreed_sale: (order, { title }) => ({
    subject: `Problem resolved: ${title}`,
    paragraphs: [
      `You and ${order.buyer.username} resolved the problem. The order is completed.`,
      ...(order.refunded ? [`Refunds for this order total ${formatMoney(order.refunded)}.`] : []),
    ],
  }),
  return_agreed: (order, { title }) => ({
    subject: `Ship the return: ${title}`,
    paragraphs: [
      `You and ${order.seller.username} agreed on a return. Ship the cards back by ${dueOf(order, `the end of ${caseDeadlines.return}`)}, with tracking if you can, and mark the return as shipped.`,
      'Ask the seller for the return address in a message. You get a refund when the cards are delivered.',
    ],
  }),
  return_agreed_sale: (order, { title }) => ({
    subject: `Return agreed: ${title}`,
    paragraphs: [
      `You and ${order.buyer.username} agreed on a return. Message the buyer your return address.`,
      'Confirm the return when the cards are delivered. The buyer then gets a full refund.',
    ],
  }),
  return_on_way: (order, { title }) => ({
    subject: `Return shipped: ${title}`,
    paragraphs: [
      `${order.buyer.username} shipped the cards back. Confirm the return when they are delivered.`,
      `If you don’t answer by ${dueOf(order, `the end of ${caseDeadlines.receive}`)}, ${order.case?.tracking?.trackingNumber ? 'the buyer gets the refund' : 'we decide'}.`,
    ],
    rows: [
      ['Carrier', order.case?.tracking?.carrier ?? 'Not given'],
      ['Tracking number', order.case?.tracking?.trackingNumber ?? 'None'],
    ],
  }),
  returned: (_order, { title, refundSentence }) => ({
    subject: `Return refunded: ${title}`,
    paragraphs: [`The return is complete. ${refundSentence}`],
  }),
  returned_sale: (order, { title }) => ({
    subject: `Return refunded: ${title}`,
    paragraphs: [
      `You didn’t answer within ${caseDeadlines.receive}, so the return of ${order.buyer.username} is refunded.`,
    ],
  }),
  withdrawn: (order, { title, refundSentence }) => ({
    subject: `Withdrawal received: ${title}`,
    paragraphs: [
      `We received your withdrawal from this purchase on ${dateAndTime(new Date(order.updatedAt))}. Keep this email as your proof.`,
      order.status === 'canceled'
        ? `The order is cancelled. ${refundSentence}`
        : `Ship the cards back to ${order.seller.username} by ${dueOf(order, `the end of ${caseDeadlines.return}`)}, and mark the return as shipped. You get a refund when they are delivered.`,
    ],
  }),
  withdrawn_sale: (order, { title }) => ({
    subject: `Buyer withdrew: ${title}`,
    paragraphs: [
      `${order.buyer.username} withdrew from this purchase, as consumers may do.`,
      order.status === 'canceled'
        ? 'The order is cancelled and refunded. Don’t ship it.'
        : 'The buyer ships the cards back. Confirm the return when they are delivered. The buyer then gets a refund.',
    ],
  }),
  withdrawal_over: (_order, { title }) => ({
    subject: `Withdrawal ended: ${title}`,
    paragraphs: [
      `You didn’t mark the return as shipped within ${caseDeadlines.return}, so the withdrawal ended. If you shipped the cards back, message the seller.`,
    ],
  }),
  withdrawal_over_sale: (order, { title }) => ({
    subject: `Withdrawal ended: ${title}`,
    paragraphs: [`${order.buyer.username} didn’t ship the return in time, so the withdrawal ended.`],
  }),
  delivery_shown: (order, { title }) => ({
    subject: `Delivery shown by tracking: ${title}`,
    paragraphs: [
      `${order.seller.username} says that tracking shows the delivery of this order. Check the tracking page, your mailbox and your neighbors.`,
      `If you don’t have it, answer by ${dueOf(order, `the end of ${caseDeadlines.contest}`)}, and we decide. Without an answer, the order is completed without a refund.`,
    ],
    rows: trackingRows(order),
  }),
  delivery_contested: (order, { title }) => ({
    subject: `We’ll decide: ${title}`,
    paragraphs: [
      `${order.buyer.username} says that this order hasn’t arrived, although tracking shows the delivery. We read both sides and decide. You’ll get an email.`,
    ],
  }),
  delivery_kept: (order, { title }) => ({
    subject: `Closed without refund: ${title}`,
    paragraphs: [
      `Tracking shows the delivery of this order, and you didn’t answer within ${caseDeadlines.contest}. The order is completed.`,
    ],
    rows: trackingRows(order),
  }),
  delivery_kept_sale: (order, { title }) => ({
    subject: `Closed without refund: ${title}`,
    paragraphs: [
      `${order.buyer.username} didn’t contest the delivery that tracking shows. You keep the payment, and the order is completed.`,
    ],
  }),
  not_arrived: (_order, { title, refundSentence }) => ({
    subject: `Not received, refunded: ${title}`,
    paragraphs: [`The problem wasn’t settled within ${caseDeadlines.agree}. ${refundSentence}`],
  }),
  not_arrived_sale: (order, { title }) => ({
    subject: `Not received, refunded: ${title}`,
    paragraphs: [
      `${order.buyer.username} reported this order as not received. The problem wasn’t settled within ${caseDeadlines.agree}, so the buyer gets a full refund and the order is closed.`,
      'The page Fees shows who bears the loss of an order that doesn’t arrive.',
    ],
  }),
  loss_covered_sale: (order, { title }) => ({
    subject: `Not received, loss covered: ${title}`,
    paragraphs: [
      `${order.buyer.username} reported this order as not received and gets a full refund.`,
      `${order.covered ? `We cover ${formatMoney(order.covered)} of the loss, and you keep this amount.` : 'The order shows what we cover.'} The order is completed.`,
    ],
  }),
  not_agreed: (order, { title }) => ({
    subject: `We’ll decide: ${title}`,
    paragraphs: [
      `You and ${order.seller.username} didn’t agree in time. We read both sides and decide. You’ll get an email.`,
    ],
  }),
  not_agreed_sale: (order, { title }) => ({
    subject: `We’ll decide: ${title}`,
    paragraphs: [
      `You and ${order.buyer.username} didn’t agree in time. We read both sides and decide. You’ll get an email.`,
    ],
  }),
};
