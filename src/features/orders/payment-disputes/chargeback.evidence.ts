import { finishName, traitNames } from '#features/catalogue/words.ts';
import type { ListingSnapshot } from '#features/listings/index.server.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import type { Address } from '../contract.ts';
import type { OrderHistoryRow, OrderItemRow, OrderRow } from '../model/order.tables.ts';
import { noteText } from '../model/order.texts.ts';

/** The fields of Stripe that an order's record fills. */
export type Evidence = Record<string, string>;

/** Fields with the buyer's address; they are deleted with the buyer. */
export const addressFields = ['customer_name', 'shipping_address'] as const;

export interface Recorded {
  order: OrderRow;
  items: readonly Pick<OrderItemRow, 'title' | 'quantity' | 'snapshot'>[];
  history: readonly Noted[];
}

type Noted = Pick<OrderHistoryRow, 'status' | 'at' | 'by' | 'note' | 'noteCode' | 'noteParams'>;

/**
 * The record of the orders of a chargeback as evidence, after the admin's statement: the items as the buyer saw them,
 * where and how they were sent, and the time of each step. All times in UTC.
 */
export function evidenceOf(recorded: readonly Recorded[], statement: string): Evidence {
  const address = recorded[0]?.order.address;
  const shippedAt = recorded.flatMap(({ history }) => history.find(({ status }) => status === 'shipped')?.at ?? [])[0];
  const all = (part: (one: OrderRow) => string | null) =>
    [...new Set(recorded.flatMap(({ order }) => part(order) ?? []))].join(', ');
  const given: Record<string, string | null | undefined> = {
    product_description: recorded.flatMap(({ items }) => items.map(described)).join('\n'),
    customer_name: address?.name,
    shipping_address: address && addressLine(address),
    shipping_carrier: all(({ carrier }) => carrier),
    shipping_tracking_number: all(({ trackingNumber }) => trackingNumber),
    shipping_date: shippedAt && moment(shippedAt).slice(0, 10),
    uncategorized_text: [statement, ...recorded.flatMap(linesOf)].join('\n'),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value.slice(0, longestField)]] : [])),
  );
}

function linesOf({ order, history }: Recorded): string[] {
  return [
    `Order ${order.id}, ${formatMoney(money(order.totalAmount, order.currency))} incl. shipping, paid by card${order.paidAt ? ` on ${moment(order.paidAt)}` : ''}.`,
    ...historyOf(history),
    ...(order.disputeText ? [`The buyer reported to us: ${order.disputeText}`] : []),
  ];
}

/** Each step of an order, as a sentence. */
export const historyOf = (history: readonly Noted[]): string[] =>
  history.map(({ status, at, by, ...noted }) =>
    [`${moment(at)}: ${status.replaceAll('_', ' ')}, by ${movers[by]}.`, noteText(noted)].filter(Boolean).join(' '),
  );

export const addressLine = (address: Address): string =>
  [address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
    .filter(Boolean)
    .join(', ');

/** Stripe's maximum length of one field. */
const longestField = 20_000;

const movers = {
  buyer: 'the buyer',
  seller: 'the seller',
  timer: 'the marketplace',
  stripe: 'the payment provider',
  operator: 'the marketplace',
} as const;

export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The listing as it was at the time of purchase. */
export function described({
  title,
  quantity,
  snapshot,
}: Pick<OrderItemRow, 'title' | 'quantity' | 'snapshot'>): string {
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
