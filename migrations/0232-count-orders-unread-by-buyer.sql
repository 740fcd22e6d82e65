-- outside a transaction
create index concurrently orders_unread_by_buyer on orders (buyer_id) where not buyer_read;
