-- outside a transaction
create index concurrently refund_failed on refund (failed_at) where state = 'failed';
