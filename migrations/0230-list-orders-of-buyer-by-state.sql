-- outside a transaction
create index concurrently orders_buyer_status on orders (buyer_id, status, created_at desc, id desc);
