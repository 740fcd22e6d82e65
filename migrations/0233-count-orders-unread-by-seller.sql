-- outside a transaction
create index concurrently orders_unread_by_seller on orders (seller_id) where not seller_read;
