-- outside a transaction
-- One object at Stripe is one transaction.
create unique index concurrently ledger_entry_stripe on ledger_entry (stripe_id) where account = 'stripe' and stripe_id is not null;
