import { createHash } from 'node:crypto';
import type { Currency } from '#kernel/money.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';

/** An order that was paid, as this room keeps it. */
export interface PaidOrder {
  orderId: string;
  buyerId: string;
  sellerId: string;
  currency: Currency;
  soldAt: Date;
  /** Buyer and seller look like one person. */
  isOwn: boolean;
  items: readonly SoldItem[];
}

export interface SoldItem {
  position: number;
  /** In minor units, of one copy without post. */
  priceAmount: number;
  /** As it stood in the listing; null where that named no card of the catalogue. */
  cardId: string | null;
  finish: string | null;
  language: string;
  condition: string;
  isGraded: boolean;
}

const insertText = `insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, is_own, sold_at)
  select $1, s.position, s."cardId", s.finish, s.language, s.condition, s."priceAmount", $2, $3, $4, $5
  from jsonb_to_recordset($6::jsonb) as s (position smallint, "cardId" text, finish text, language text, condition text, "priceAmount" bigint)
  on conflict (order_id, position) do nothing`;

/** Keeps what was paid for cards of the catalogue, in the transaction in which it was paid. A second time changes nothing. */
export async function recordSales(tx: Tx, order: PaidOrder): Promise<void> {
  const items = order.items.flatMap(({ isGraded, ...item }) => (!item.cardId ? [] : [{ ...item, condition: isGraded ? 'graded' : item.condition }]));
  if (items.length === 0) return;
  await connectionOf(tx.db).query({
    name: 'prices-record-sales',
    text: insertText,
    values: [order.orderId, order.currency, pairOf(order), order.isOwn, order.soldAt, JSON.stringify(items)],
  });
}

/** The opposite: what was called off or given back, be it in part, was no sale at that price. Of all items, or of these. */
export async function dropSales(tx: Tx, orderId: string, positions?: readonly number[]): Promise<void> {
  const text = 'delete from card_sale where order_id = $1 and ($2::smallint[] is null or position = any($2))';
  await connectionOf(tx.db).query({ name: 'prices-drop-sales', text, values: [orderId, positions ?? null] });
}

/** The same whoever of the two sold. */
export function pairOf({ buyerId, sellerId }: Pick<PaidOrder, 'buyerId' | 'sellerId'>): string {
  return createHash('sha256').update([buyerId, sellerId].sort(byText).join(' ')).digest('hex');
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);
