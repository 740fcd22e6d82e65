-- outside a transaction
create index concurrently ledger_entry_seller on ledger_entry (seller_id, currency, at) where seller_id is not null;
