import type { EmailText } from '#features/notifications/index.server.ts';
import { traderLines } from '#features/traders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Row } from '#platform/mail/email.ts';
import { disputeWords } from '../components/order/order-words.ts';
import type { Order } from '../contract.ts';
import { paidStatuses } from '../model/order.process.ts';
import { sellersShare, titleOf as titleOfItems } from '../model/order.rules.ts';
import { orderDeadlines } from '../model/order.times.ts';
import type { OrderEmail } from './order.emails.ts';

type Text = EmailText;

const toCard = 'to the card that you paid with, usually within 5 to 10 days';

/**
 * The email about an order for one reader. Free text of the other side is left out: in an email from us it could pose
 * as ours.
 */
export function writeOrderEmail(email: OrderEmail, order: Order, orderUrl: string): Text {
  return { ...texts[email](order), button: { label: 'Open the order', url: orderUrl } };
}

const texts: Record<OrderEmail, (order: Order) => Omit<Text, 'button'>> = {
  sold: (order) => ({
    subject: `You sold ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} has paid. Send it within ${orderDeadlines.sendWithin}; after that the buyer may call the order off.`,
      'Where it goes stands on the order’s page. Mark it as sent there, with the tracking number if there is one.',
    ],
    ...saleBillOf(order),
  }),
  receipt: (order) => ({
    subject: `Your receipt for ${titleOf(order)}`,
    paragraphs: [
      `Thank you. You paid ${formatMoney(order.totals.total)} on ${dayMonthYear(new Date(order.paidAt ?? order.createdAt))}.`,
      `${order.seller.username} now has ${orderDeadlines.sendWithin} to send it. The order’s page shows how it goes.`,
      ...(order.soldBy?.rights.length ? [order.soldBy.rights.join(' ')] : []),
    ],
    ...billOf(order, 'Total paid', [['Order', order.id], ['Seller', order.seller.username], ...traderRows(order)]),
  }),
  sent: (order) => ({
    subject: `On its way: ${titleOf(order)}`,
    paragraphs: [
      `${order.seller.username} has sent it. Say so on the order’s page when it has arrived, or report there what is wrong.`,
      `Without a word from you it counts as arrived after ${orderDeadlines.arrivedAfter}.`,
    ],
    rows: [
      ['Carrier', order.tracking?.carrier ?? 'Not named'],
      ['Tracking number', order.tracking?.trackingNumber ?? 'None'],
    ],
  }),
  arrived: (order) => ({
    subject: `Arrived: ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} has it. Without a report of a problem the sale is done in ${orderDeadlines.reportWithin}.`,
    ],
  }),
  assumed_sale: (order) => ({
    subject: `Counts as arrived: ${titleOf(order)}`,
    paragraphs: [
      `It was sent ${orderDeadlines.arrivedAfter} ago and ${order.buyer.username} reported no problem. Without one the sale is done in ${orderDeadlines.reportWithin}.`,
    ],
  }),
  assumed: (order) => ({
    subject: `Has it arrived? ${titleOf(order)}`,
    paragraphs: [
      `It was sent ${orderDeadlines.arrivedAfter} ago and nobody reported a problem, so it counts as arrived now.`,
      `If it has not come, or something is wrong with it, report that within ${orderDeadlines.reportWithin}: then the sale is done.`,
    ],
  }),
  done: (order) => ({
    subject: `Sale done: ${titleOf(order)}`,
    paragraphs: [`The order of ${order.buyer.username} is completed. There is nothing left to do.`],
    ...saleBillOf(order),
  }),
  settled: (order) => ({
    subject: `Problem settled: ${titleOf(order)}`,
    paragraphs: [
      `The problem that ${order.buyer.username} had reported is settled, and the order is completed. There is nothing left to do.`,
    ],
  }),
  called_off_sale: (order) => ({
    subject: `Called off: ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} called the order off, because it was not sent within ${orderDeadlines.sendWithin}. The payment goes back to the buyer. Do not send it.`,
      'The listing stays sold. List the card again when you still have it.',
    ],
  }),
  called_off: (order) => ({
    subject: `Called off: ${titleOf(order)}`,
    paragraphs: [
      `${cancelledBy(order)} called the order off. Your ${formatMoney(order.totals.total)} goes back ${toCard}.`,
    ],
  }),
  money_back_sale: (order) => ({
    subject: `Refunded: ${titleOf(order)}`,
    paragraphs: [
      `The payment of ${order.buyer.username} went back through the payment service, so the order is closed. If you have not sent it, do not.`,
    ],
  }),
  money_back: (order) => ({
    subject: `Your money comes back: ${titleOf(order)}`,
    paragraphs: [`${formatMoney(order.refunded ?? order.totals.total)} goes back ${toCard}. The order is closed.`],
  }),
  part_back: (order) => ({
    subject: `A part of your money comes back: ${titleOf(order)}`,
    paragraphs: [
      `${order.seller.username} gives money back: ${formatMoney(order.refunded ?? order.totals.total)} in all, of the ${formatMoney(order.totals.total)} that you paid. It goes ${toCard}. The order goes on.`,
    ],
  }),
  came_late: (order) => ({
    subject: `Your payment came too late: ${titleOf(order)}`,
    paragraphs: [
      `It came after the time for which the copy was held for you, and somebody else has it now. ${formatMoney(order.refunded ?? order.totals.total)} goes back ${toCard}.`,
    ],
  }),
  money_stuck: (order) => ({
    subject: `Your money has not come back yet: ${titleOf(order)}`,
    paragraphs: [
      `${formatMoney(order.refundFailed ?? order.totals.total)} could not be given back to the card that you paid with. Often the card has expired or was replaced.`,
      'The operator of this market sees it and sends it again. You need not do anything; the order’s page says when it is on its way.',
    ],
  }),
  problem: (order) => ({
    subject: `A problem with your sale: ${titleOf(order)}`,
    paragraphs: [
      `${order.buyer.username} reports${order.dispute ? `: ${disputeWords[order.dispute.reason].toLowerCase()}` : ' a problem'}. What happened, and what you can do, stands on the order’s page.`,
      'Until it is settled the order stands still.',
    ],
  }),
  decided_back: (order) => ({
    subject: `Decided for you: ${titleOf(order)}`,
    paragraphs: [
      `We looked at the problem that you reported. ${formatMoney(order.refunded ?? order.totals.total)} goes back ${toCard}. The order is closed.`,
      whyDecided(order),
    ],
  }),
  decided_back_sale: (order) => ({
    subject: `Decided for the buyer: ${titleOf(order)}`,
    paragraphs: [
      `We looked at the problem that ${order.buyer.username} reported. The payment goes back to the buyer, and the order is closed. If you have not sent the card, do not.`,
      whyDecided(order),
    ],
  }),
  decided_kept: (order) => ({
    subject: `Decided for the seller: ${titleOf(order)}`,
    paragraphs: [
      'We looked at the problem that you reported. The sale stands, and the order is completed.',
      whyDecided(order),
    ],
  }),
  decided_kept_sale: (order) => ({
    subject: `Decided for you: ${titleOf(order)}`,
    paragraphs: [
      `We looked at the problem that ${order.buyer.username} reported. The sale stands, and the order is completed.`,
      whyDecided(order),
    ],
  }),
  decided_part: (order) => ({
    subject: `Decided in part for you: ${titleOf(order)}`,
    paragraphs: [
      `We looked at the problem that you reported. A part of your money goes back ${toCard}: ${formatMoney(order.refunded ?? order.totals.total)} in all, of the ${formatMoney(order.totals.total)} that you paid. The rest of the sale stands, and the order is completed.`,
      whyDecided(order),
    ],
  }),
  decided_part_sale: (order) => ({
    subject: `Decided in part for the buyer: ${titleOf(order)}`,
    paragraphs: [
      `We looked at the problem that ${order.buyer.username} reported. A part of the payment goes back to the buyer. The rest of the sale stands, and the order is completed.`,
      whyDecided(order),
    ],
  }),
  bank_asks: (order) => ({
    subject: `Your bank asks for your payment back: ${titleOf(order)}`,
    paragraphs: [
      `The bank of the card that you paid with asks for ${bankSum(order)} of this order back. Until it has decided, nothing of the order moves by itself.`,
      'If you did not mean that, tell your bank so. If something is wrong with the card, the order’s page is the quicker way: report it there.',
    ],
  }),
  bank_asks_sale: (order) => ({
    subject: `A bank asks for a payment back: ${titleOf(order)}`,
    paragraphs: [
      `The bank of ${order.buyer.username} asks for ${bankSum(order)} of this sale back. Until it has decided, nothing of the order moves by itself. ${order.tracking ? 'Keep the proof of posting.' : 'If you have not sent it, do not send it before that.'}`,
      'The operator of this market has been told and can answer the bank with what the order’s record says.',
    ],
  }),
  bank_leaves: (order) => ({
    subject: `Your bank has stopped asking: ${titleOf(order)}`,
    paragraphs: [
      `The bank of the card that you paid with does not ask for ${bankSum(order)} of this order back any more.${goesOn(order)}`,
    ],
  }),
  bank_leaves_sale: (order) => ({
    subject: `The bank has stopped asking: ${titleOf(order)}`,
    paragraphs: [
      `The bank of ${order.buyer.username} does not ask for ${bankSum(order)} of this sale back any more.${goesOn(order)}`,
    ],
  }),
  bank_takes: (order) => ({
    subject: `Your bank has given your money back: ${titleOf(order)}`,
    paragraphs: [
      `The bank of the card that you paid with has decided for you and took ${bankSum(order)} of this order back.${isOver(order)}`,
    ],
  }),
  bank_takes_sale: (order) => ({
    subject: `The bank has decided for the buyer: ${titleOf(order)}`,
    paragraphs: [
      `The bank of ${order.buyer.username} took ${bankSum(order)} of this sale back.${isOver(order)} If you have not sent it, do not.`,
    ],
  }),
};

function bankSum({ chargeback, totals }: Order): string {
  return formatMoney(chargeback?.amount ?? totals.total);
}

function isOver({ status }: Order): string {
  return status === 'refunded' ? ' The order is closed.' : '';
}

/** Orders that have ended meanwhile do not continue. */
function goesOn({ status }: Order): string {
  return paidStatuses.includes(status) && status !== 'completed' ? ' The order goes on where it stood.' : '';
}

/** The admin's text is written for the platform, so it may be in an email from us. */
function whyDecided({ history }: Order): string {
  return `The reason: ${history.findLast(({ by }) => by === 'operator')?.note ?? 'it stands on the order’s page.'}`;
}

function titleOf({ items }: Order): string {
  const [first] = items;
  return first ? `${first.quantity > 1 ? `${first.quantity} × ` : ''}${titleOfItems(items)}` : 'your order';
}

function billOf(
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
    shipping.name ?? 'Shipping',
    shipping.price.amount === 0 ? 'Included' : formatMoney(shipping.price),
  ];
  return { rows: [...first, ...bought, sent], sum: [sum, formatMoney(totals.total)] };
}

/** The same for a seller: where there is a fee, down to the seller's share. */
function saleBillOf(order: Order): Pick<Text, 'rows' | 'sum'> {
  const { rows, sum } = billOf(order, 'Paid by the buyer');
  const share = sellersShare(order);
  if (!share) return { rows, sum };
  const back: Row[] = order.refunded ? [['Given back', `− ${formatMoney(order.refunded)}`]] : [];
  return {
    rows: [
      ...rows,
      ['Paid by the buyer', formatMoney(order.totals.total)],
      ...back,
      ['Fee of the market', `− ${formatMoney(share.fee)}`],
    ],
    sum: ['You get', formatMoney(share.left)],
  };
}

/** The trader's identity: a buyer needs it to withdraw from the contract, whatever happens to the page. */
function traderRows({ soldBy }: Order): Row[] {
  return soldBy?.trader ? traderLines(soldBy.trader).map(([what, said]): Row => [what, said]) : [];
}

function cancelledBy({ history, seller }: Order): string {
  const by = history.findLast(({ status }) => status === 'canceled')?.by;
  return by === 'buyer' ? 'You' : by === 'seller' ? seller.username : 'The market';
}
