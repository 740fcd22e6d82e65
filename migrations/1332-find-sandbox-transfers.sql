-- outside a transaction
create index concurrently sandbox_stripe_object_source on sandbox_stripe_object ((data ->> 'source_transaction')) where object = 'transfer';
