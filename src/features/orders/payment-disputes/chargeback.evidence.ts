import { finishName, traitNames } from '#features/catalogue/words.ts';
import type { ListingSnapshot } from '#features/listings/index.server.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import type { OrderHistoryRow, OrderItemRow, OrderRow } from '../model/order.tables.ts';
import { noteText } from '../model/order.texts.ts';

/** The fields of Stripe that an order's record fills. */
export type Evidence = Record<string, string>;

/** Fields with the buyer's address; they are deleted with the buyer. */
export const addressFields = ['customer_name', 'shipping_address'] as const;

interface Recorded {
  order: OrderRow;
  items: readonly OrderItemRow[];
  history: readonly OrderHistoryRow[];
  /** The admin's statement. */
  statement: string;
}

/**
 * The order's record as evidence: the items as the buyer saw them, where and how they were sent, and the time of each
 * step. All times in UTC.
 */
export function evidenceOf({ order, items, history, statement }: Recorded): Evidence {
  const { address } = order;
  const shippedAt = history.find(({ status }) => status === 'shipped')?.at;
  const lines = [
    statement,
    `Order ${order.id}, ${formatMoney(money(order.totalAmount, order.currency))} incl. shipping, paid by card${order.paidAt ? ` on ${moment(order.paidAt)}` : ''}.`,
    ...history.map(({ status, at, by, ...noted }) =>
      [`${moment(at)}: ${status.replaceAll('_', ' ')}, by ${movers[by]}.`, noteText(noted)].filter(Boolean).join(' '),
    ),
    ...(order.disputeText ? [`The buyer reported to us: ${order.disputeText}`] : []),
  ];
  const given: Record<string, string | null | undefined> = {
    product_description: items.map(described).join('\n'),
    customer_name: address?.name,
    shipping_address:
      address &&
      [address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
        .filter(Boolean)
        .join(', '),
    shipping_carrier: order.carrier,
    shipping_tracking_number: order.trackingNumber,
    shipping_date: shippedAt && moment(shippedAt).slice(0, 10),
    uncategorized_text: lines.join('\n'),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value.slice(0, longestField)]] : [])),
  );
}

/** Stripe's maximum length of one field. */
const longestField = 20_000;

const movers = {
  buyer: 'the buyer',
  seller: 'the seller',
  timer: 'the marketplace',
  stripe: 'the payment provider',
  operator: 'the marketplace',
} as const;

function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The listing as it was at the time of purchase. */
function described({ title, quantity, snapshot }: OrderItemRow): string {
  const { condition, finish, language, grading, description } = snapshot as Partial<ListingSnapshot>;
  const facts = [
    grading ? `graded ${grading.company} ${grading.grade}` : condition && `condition ${condition.replaceAll('_', ' ')}`,
    finish && `finish ${finishName(finish)}`,
    language && `language ${language}`,
    ...traitNames(snapshot),
  ].filter(Boolean);
  return [`${quantity} × trading card ${title}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`, description]
    .filter(Boolean)
    .join('. ');
}
