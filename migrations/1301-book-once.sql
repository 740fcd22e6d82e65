-- outside a transaction
-- A transaction has one row for each account, order and seller: booking the same id again conflicts.
create unique index concurrently ledger_entry_once on ledger_entry (transaction_id, account, order_id, seller_id) nulls not distinct;
