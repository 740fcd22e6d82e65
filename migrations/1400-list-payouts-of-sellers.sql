-- outside a transaction
-- The orders of a seller's payouts in every state, the latest payment first.
create index concurrently order_payout_latest on order_payout (seller_id, paid_at desc, order_id desc);
