-- outside a transaction
create unique index concurrently refund_stripe on refund (stripe_refund_id, order_id);
