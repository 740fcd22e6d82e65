import type { EmailText } from '#features/notifications/index.server.ts';
import { traderLines } from '#features/traders/words.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { addMs, dayMonthYear, momentUtc } from '#kernel/time.ts';
import type { Row } from '#platform/mail/email.ts';
import { caseDeadlines } from '../cases/case.process.ts';
import { disputeWords, reportMissingSentences, sinceStatus } from '../components/order/order-words.ts';
import type { Order } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { paidStatuses } from '../model/order.process.ts';
import { sellersShare, titleOf as titleOfItems } from '../model/order.rules.ts';
import { methodText } from '../model/order.texts.ts';
import { orderDeadlines, orderTimes } from '../model/order.times.ts';
import { trackingPage } from '../shipments/carriers.ts';
import { caseEmailTexts } from './case.email-texts.ts';
import type { OrderEmail } from './order.emails.ts';

type Text = EmailText;

const refundSentence = (refund: Money) =>
  `You’ll get a refund of ${formatMoney(refund)} to your original payment method, usually within 5–10 days.`;

/** The end of a time limit of the order's status. */
const endOf = (order: Order, lasts: number) => addMs(sinceStatus(order), lasts);
const shipBy = (order: Order) => dayMonthYear(endOf(order, orderTimes.shipWithinMs));
const completedOn = (order: Order) => momentUtc(endOf(order, orderTimes.completeMs));
const paidAt = ({ paidAt: at, createdAt }: Order) => new Date(at ?? createdAt);

/**
 * The email about an order for one reader. Free text of the other side is left out: in an email from us it could pose
 * as ours.
 */
export function writeOrderEmail(email: OrderEmail, order: Order, orderUrl: string): Text {
  const { rows = [], ...said } = isCaseEmail(email) ? caseText(email, order) : texts[email](order);
  return {
    ...said,
    rows: [['Order number', orderNumber(order.id)], ...rows],
    button: { label: 'View order', url: orderUrl },
  };
}

type CaseEmail = keyof typeof caseEmailTexts;

const isCaseEmail = (email: OrderEmail): email is CaseEmail => Object.hasOwn(caseEmailTexts, email);

const caseText = (email: CaseEmail, order: Order) =>
  caseEmailTexts[email](order, {
    title: titleOf(order),
    refundSentence: refundSentence(order.refunded ?? order.totals.total),
  });

const texts: Record<Exclude<OrderEmail, CaseEmail>, (order: Order) => Omit<Text, 'button'>> = {
  sold: (order) => ({
    subject: `You sold ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} paid for this order. Ship by ${shipBy(order)}. After that, the buyer can cancel the order.`,
      'The shipping address is shown in the order. Mark the order as shipped there, and add the tracking number if you have one.',
    ],
    ...saleBillOf(order),
  }),
  receipt: (order) => ({
    subject: `Receipt: ${titleOf(order)}`,
    paragraphs: [
      `You paid ${formatMoney(order.totals.total)} on ${dayMonthYear(paidAt(order))}. Thank you for your order.`,
      `${order.seller.username} should ship by ${dayMonthYear(addMs(paidAt(order), orderTimes.shipWithinMs))}. The order shows the current status.`,
      ...(order.soldBy?.rights.length ? [order.soldBy.rights.join(' ')] : []),
    ],
    ...billOf(order, 'Total paid', [['Seller', order.seller.username], ...traderRows(order)]),
  }),
  sent: (order) => ({
    subject: `Shipped: ${titleOf(order)}`,
    paragraphs: [
      `${order.seller.username} shipped your order. Confirm delivery when it arrives, or report a problem.`,
      `If you do neither, we mark the order as delivered on ${dayMonthYear(endOf(order, orderTimes.assumeDeliveredMs))}.`,
      ...reportMissingSentences(order),
    ],
    rows: [['Carrier', order.tracking?.carrier ?? 'Not given'], trackingRow(order)],
  }),
  arrived: (order) => ({
    subject: `Delivered: ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} confirmed delivery. The sale is completed on ${completedOn(order)} unless the buyer reports a problem.`,
    ],
  }),
  assumed_sale: (order) => ({
    subject: `Marked as delivered: ${titleOf(order)}`,
    paragraphs: [
      `We marked your sale as delivered because ${order.buyer.username} reported no problem within ${orderDeadlines.arrivedAfter} of shipping. The sale is completed on ${completedOn(order)} unless the buyer reports a problem.`,
    ],
  }),
  assumed: (order) => ({
    subject: `Marked as delivered: ${titleOf(order)}`,
    paragraphs: [
      `We marked your order as delivered because you reported no problem within ${orderDeadlines.arrivedAfter} of shipping.`,
      `If it hasn’t arrived or something is wrong, report a problem by ${completedOn(order)}. After that, the sale is final.`,
    ],
  }),
  done: (order) => ({
    subject: `Sale completed: ${titleOf(order)}`,
    paragraphs: [`The order of ${order.buyer.username} is completed. You don’t need to do anything.`],
    ...saleBillOf(order),
  }),
  settled: (order) => ({
    subject: `Problem closed: ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} closed the problem with this order, so the order is completed. You don’t need to do anything.`,
    ],
  }),
  called_off_sale: (order) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    paragraphs: [
      `${whyCalledOff(order)} The buyer gets a full refund. Don’t ship it.`,
      'The listing stays sold. Relist the card if you still have it.',
    ],
  }),
  called_off: (order) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    paragraphs: [`${cancelledBy(order)} ${refundSentence(order.totals.total)}`],
  }),
  money_back_sale: (order) => ({
    subject: `Refunded: ${titleOf(order)}`,
    paragraphs: [
      `The payment of ${order.buyer.username} was refunded through our payment provider, so the order is closed. If you haven’t shipped the card yet, don’t ship it.`,
    ],
  }),
  money_back: (order) => ({
    subject: `Refunded: ${titleOf(order)}`,
    paragraphs: [`${refundSentence(order.refunded ?? order.totals.total)} The order is closed.`],
  }),
  part_back: (order) => ({
    subject: `Partial refund: ${titleOf(order)}`,
    paragraphs: [
      `${order.seller.username} refunded part of your payment. ${refundedSoFar(order)} The order stays open.`,
    ],
  }),
  came_late: (order) => ({
    subject: `Late payment refunded: ${titleOf(order)}`,
    paragraphs: [
      `We received your payment after your reservation ended, and the card is no longer available. ${refundSentence(order.refunded ?? order.totals.total)}`,
    ],
  }),
  money_stuck: (order) => ({
    subject: `Refund delayed: ${titleOf(order)}`,
    paragraphs: [
      `We couldn’t refund ${formatMoney(order.refundFailed ?? order.totals.total)} to your original payment method. The payment method may have expired or been replaced.`,
      'We’ll send the refund again. You don’t need to do anything.',
    ],
  }),
  problem: (order) => ({
    subject: `Problem reported: ${titleOf(order)}`,
    paragraphs: [
      `${reportSentence(order)} Open the order to read the report and resolve the problem.`,
      order.case?.kind === 'not_arrived' && order.case.dueAt
        ? `The order is on hold. If the problem isn’t settled by ${momentUtc(new Date(order.case.dueAt))}, the buyer gets a full refund.${order.tracking?.trackingNumber ? ' If tracking shows the delivery, say so in the order.' : ''}`
        : 'The order is on hold until the problem is resolved.',
    ],
  }),
  decided_back: (order) => ({
    subject: `Refund approved: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed the problem that you reported. ${refundSentence(order.refunded ?? order.totals.total)} The order is closed.`,
      whyDecided(order),
    ],
  }),
  decided_back_sale: (order) => ({
    subject: `Refund approved: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed the problem that ${order.buyer.username} reported. The buyer gets a refund, and the order is closed. If you haven’t shipped the card yet, don’t ship it.`,
      whyDecided(order),
    ],
  }),
  decided_kept: (order) => ({
    subject: `Closed without refund: ${titleOf(order)}`,
    paragraphs: [
      'We reviewed the problem that you reported and closed it without a refund. The order is completed.',
      whyDecided(order),
    ],
  }),
  decided_kept_sale: (order) => ({
    subject: `Closed without refund: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed the problem that ${order.buyer.username} reported and closed it without a refund. The order is completed.`,
      whyDecided(order),
    ],
  }),
  decided_part: (order) => ({
    subject: `Partial refund approved: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed the problem that you reported and approved a partial refund. ${refundedSoFar(order)} The order is completed.`,
      whyDecided(order),
    ],
  }),
  decided_part_sale: (order) => ({
    subject: `Partial refund approved: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed the problem that ${order.buyer.username} reported and approved a partial refund. The order is completed.`,
      whyDecided(order),
    ],
  }),
  bank_asks: (order) => ({
    subject: `Payment dispute opened: ${titleOf(order)}`,
    paragraphs: [
      `Your bank opened a payment dispute for ${bankSum(order)} of this order. The order is on hold until your bank decides.`,
      'If this was a mistake, contact your bank. If something is wrong with the card, it’s quicker to report a problem in the order.',
    ],
  }),
  bank_asks_sale: (order) => ({
    subject: `Payment dispute opened: ${titleOf(order)}`,
    paragraphs: [
      `The bank of ${order.buyer.username} opened a payment dispute for ${bankSum(order)} of this sale. The order is on hold until the bank decides. ${order.tracking ? 'Keep the proof of shipping.' : 'If you haven’t shipped the card yet, don’t ship it.'}`,
      'We can submit the order’s record to the bank as evidence.',
    ],
  }),
  bank_leaves: (order) => ({
    subject: `Payment dispute closed: ${titleOf(order)}`,
    paragraphs: [
      `The payment dispute for ${bankSum(order)} of this order is closed, and the seller keeps the payment.${goesOn(order)}`,
    ],
  }),
  bank_leaves_sale: (order) => ({
    subject: `Payment dispute won: ${titleOf(order)}`,
    paragraphs: [
      `The payment dispute for ${bankSum(order)} of this sale is closed, and you keep the payment.${goesOn(order)}`,
    ],
  }),
  bank_takes: (order) => ({
    subject: `Payment dispute won: ${titleOf(order)}`,
    paragraphs: [
      `Your bank decided the payment dispute for you and returns ${bankSum(order)} of this order to you.${isOver(order)}`,
    ],
  }),
  bank_takes_sale: (order) => ({
    subject: `Payment dispute lost: ${titleOf(order)}`,
    paragraphs: [
      `The bank of ${order.buyer.username} decided the payment dispute for the buyer and took back ${bankSum(order)} of this sale.${isOver(order)}`,
      order.covered
        ? `Seller protection covers ${formatMoney(order.covered)}. You keep this amount.`
        : 'If you haven’t shipped the card yet, don’t ship it.',
    ],
  }),
  held_refunded: (order) => ({
    subject: `Refund approved: ${titleOf(order)}`,
    paragraphs: [
      `We reviewed this order because its payment was on hold for long. ${refundSentence(order.refunded ?? order.totals.total)}`,
      whyDecided(order),
    ],
  }),
  held_refunded_sale: (order) => ({
    subject: `Refund approved: ${titleOf(order)}`,
    paragraphs: [
      'We reviewed this order because its payment was on hold for long. The buyer gets a refund. If you haven’t shipped the card yet, don’t ship it.',
      whyDecided(order),
    ],
  }),
  held_released: (order) => ({
    subject: `Payment released: ${titleOf(order)}`,
    paragraphs: [
      'We reviewed this order because its payment was on hold for long. The seller gets the payment.',
      whyDecided(order),
    ],
  }),
  held_released_sale: (order) => ({
    subject: `Payment released: ${titleOf(order)}`,
    paragraphs: [
      'We reviewed this order because its payment was on hold for long. You get the payment. Payouts in your dashboard shows when it’s sent.',
      whyDecided(order),
    ],
  }),
};

/** With the carrier’s page below the number, where it has one. */
function trackingRow({ tracking }: Order): Row {
  const number = tracking?.trackingNumber ?? 'None';
  const page = tracking && trackingPage(tracking.carrier, tracking.trackingNumber);
  return page ? ['Tracking number', number, page] : ['Tracking number', number];
}

function refundedSoFar({ refunded, totals: { total } }: Order): string {
  return `Your refunds for this order total ${formatMoney(refunded ?? total)} of ${formatMoney(total)}. You’ll get them to your original payment method, usually within 5–10 days.`;
}

function reportSentence({ buyer, dispute }: Order): string {
  return dispute
    ? `${buyer.username} reported a problem with this order: ${disputeWords[dispute.reason]}.`
    : `${buyer.username} reported a problem with this order.`;
}

function bankSum({ chargeback, totals }: Order): string {
  return formatMoney(chargeback?.amount ?? totals.total);
}

function isOver({ status }: Order): string {
  return status === 'refunded' ? ' The order is closed.' : '';
}

/** Orders that have ended meanwhile do not continue. */
function goesOn({ status }: Order): string {
  return paidStatuses.includes(status) && status !== 'completed' ? ' The order continues.' : '';
}

/** The admin's text is written for the platform, so it may be in an email from us. */
function whyDecided({ history }: Order): string {
  const note = history.findLast(({ by }) => by === 'operator')?.note;
  return note ? `Reason: ${note}` : 'The reason is shown in the order.';
}

function titleOf({ items }: Order): string {
  const [first] = items;
  return first ? `${first.quantity > 1 ? `${first.quantity} × ` : ''}${titleOfItems(items)}` : 'your order';
}

export function billOf(
  { items, shipping, totals }: Order,
  sum: string,
  first: readonly Row[] = [],
): Required<Pick<Text, 'rows' | 'sum'>> {
  const bought = items.map(
    ({ quantity, title, price }): Row => [
      `${quantity} × ${title}`,
      formatMoney({ amount: price.amount * quantity, currency: price.currency }),
    ],
  );
  const sent: Row = [
    shipping.name === null ? 'Shipping' : methodText({ ...shipping, name: shipping.name }),
    shipping.price.amount === 0 ? 'Included' : formatMoney(shipping.price),
  ];
  return { rows: [...first, ...bought, sent], sum: [sum, formatMoney(totals.total)] };
}

/** The same for a seller: where there is a fee, down to the seller's share. */
function saleBillOf(order: Order): Pick<Text, 'rows' | 'sum'> {
  const { rows, sum } = billOf(order, 'Paid by the buyer');
  const share = sellersShare(order);
  if (!share) return { rows, sum };
  const back: Row[] = order.refunded ? [['Refunded', `− ${formatMoney(order.refunded)}`]] : [];
  const covered: Row[] = order.covered ? [['Covered by us', `+ ${formatMoney(order.covered)}`]] : [];
  return {
    rows: [
      ...rows,
      ['Paid by the buyer', formatMoney(order.totals.total)],
      ...back,
      ...covered,
      ['Selling fee', `− ${formatMoney(share.fee)}`],
    ],
    sum: ['Your earnings', formatMoney(share.left)],
  };
}

/** The trader's identity: a buyer needs it to withdraw from the contract, whatever happens to the page. */
export function traderRows({ soldBy }: Order): Row[] {
  return soldBy?.trader ? traderLines(soldBy.trader).map(([what, said]): Row => [what, said]) : [];
}

function whyCalledOff({ history, buyer }: Order): string {
  return history.findLast(({ status }) => status === 'canceled')?.by === 'timer'
    ? `You didn’t answer the request of ${buyer.username} to cancel within ${caseDeadlines.cancel}, so the order is cancelled.`
    : `${buyer.username} cancelled the order because it wasn’t shipped within ${orderDeadlines.sendWithin}.`;
}

function cancelledBy({ history, seller }: Order): string {
  const by = history.findLast(({ status }) => status === 'canceled')?.by;
  if (by === 'buyer') return 'You cancelled the order.';
  if (by === 'timer') return `${seller.username} didn’t answer your request, so the order is cancelled.`;
  return by === 'seller' ? `${seller.username} cancelled the order.` : 'We cancelled the order.';
}
