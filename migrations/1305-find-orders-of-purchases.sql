-- outside a transaction
create index concurrently orders_purchase on orders (purchase_id);
