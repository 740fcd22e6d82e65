-- outside a transaction
create index concurrently refund_asked on refund (asked_at) where state = 'asked';
