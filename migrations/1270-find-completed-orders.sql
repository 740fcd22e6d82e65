-- outside a transaction
create index concurrently if not exists orders_completed on orders (status_since) where status = 'completed';
