-- outside a transaction
create index concurrently orders_seller_status on orders (seller_id, status, created_at desc, id desc);
