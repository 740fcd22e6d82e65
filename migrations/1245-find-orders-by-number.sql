-- outside a transaction
create index concurrently orders_number on orders (upper(right(id, 8)));
