-- outside a transaction
-- The fees of a month, for invoices.
create index concurrently ledger_entry_fees on ledger_entry (at) where account = 'fee';
