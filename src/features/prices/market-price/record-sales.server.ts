import { createHash } from 'node:crypto';
import type { Currency } from '#kernel/numbers/money.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';

/** A paid order with the columns that sales need. */
export interface PaidOrder {
  orderId: string;
  buyerId: string;
  sellerId: string;
  currency: Currency;
  soldAt: Date;
  /** Buyer and seller look like one person. */
  isOwn: boolean;
  /** It was delivered, and the seller alone can't give the money back any more: only then it counts. */
  isFinal: boolean;
  /** What names the buyer: account, payment card, network. Sales of a card that share one are one buyer's. */
  buyer: readonly string[];
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

// The buyer's keys of the payment are stored: the order's network is deleted after a month.
const insertText = `
  insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, is_own, sold_at, is_final, buyer_keys)
  select $1, s.position, s."cardId", s.finish, s.language, s.condition, s."priceAmount", $2, $3, $4, $5, $6, s.keys
  from jsonb_to_recordset($7::jsonb)
    as s (position smallint, "cardId" text, finish text, language text, condition text, "priceAmount" bigint, keys text[])
  on conflict (order_id, position) do update set is_own = excluded.is_own, is_final = excluded.is_final,
    buyer_keys = array(select distinct k from unnest(card_sale.buyer_keys || excluded.buyer_keys) k order by k)`;

/** Stores the sales of catalogue cards, in the transaction in which the order is paid or becomes final. Idempotent. */
export async function recordSales(tx: Tx, order: PaidOrder): Promise<void> {
  const items = order.items.flatMap(({ isGraded, cardId, ...item }) =>
    cardId === null
      ? []
      : [{ ...item, cardId, condition: isGraded ? 'graded' : item.condition, keys: buyerKeys(cardId, order.buyer) }],
  );
  if (items.length === 0) return;
  await connectionOf(tx.db).query({
    name: 'prices-record-sales',
    text: insertText,
    values: [
      order.orderId,
      order.currency,
      pairOf(order),
      order.isOwn,
      order.soldAt,
      order.isFinal,
      JSON.stringify(items),
    ],
  });
}

/**
 * The opposite: what was called off or given back, be it in part, was no sale at that price. Of all items, or of these.
 */
export async function dropSales(tx: Tx, orderId: string, positions?: readonly number[]): Promise<void> {
  const text = 'delete from card_sale where order_id = $1 and ($2::smallint[] is null or position = any($2))';
  await connectionOf(tx.db).query({ name: 'prices-drop-sales', text, values: [orderId, positions ?? null] });
}

/** Digests that compare the sales of one card, and say nothing beside another card's. */
export function buyerKeys(cardId: string, buyer: readonly string[]): string[] {
  return buyer.map((mark) => createHash('sha256').update(`${cardId} ${mark}`).digest('hex')).sort(byText);
}

/** The same for either direction of the sale. */
export function pairOf({ buyerId, sellerId }: Pick<PaidOrder, 'buyerId' | 'sellerId'>): string {
  return createHash('sha256').update([buyerId, sellerId].sort(byText).join(' ')).digest('hex');
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);
