-- outside a transaction
-- A seller's rows that belong to no order, for statements; the others are found by their orders.
create index concurrently ledger_entry_seller_alone on ledger_entry (seller_id, at) where order_id is null and seller_id is not null;
