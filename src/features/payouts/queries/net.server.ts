import { sql } from 'drizzle-orm';

/**
 * SQL for the seller's part of a held order `p`: what the ledger holds for it, less its fee. A refund comes off the
 * seller's part first, so the fee is at most what is left. The release books the same (`splitRelease` in the ledger).
 */
export const heldNet = sql`greatest(0,
  (select coalesce(-sum(e.amount), 0) from ledger_entry e where e.order_id = p.order_id and e.account = 'order')
  - (select coalesce(sum((i.snapshot #>> '{fee,amount}')::bigint), 0) from order_item i where i.order_id = p.order_id))`;
