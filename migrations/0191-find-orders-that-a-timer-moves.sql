-- outside a transaction
create index concurrently orders_timed on orders (status, status_since) where status in ('paid', 'shipped', 'delivered');
