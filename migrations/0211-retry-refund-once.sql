-- outside a transaction
create unique index concurrently refund_retry_once on refund (retry_of) where retry_of is not null;
