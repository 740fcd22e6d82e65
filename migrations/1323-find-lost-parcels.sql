-- outside a transaction
create index concurrently orders_lost on orders (seller_id) where dispute_reason = 'not_received' and status = 'refunded';
