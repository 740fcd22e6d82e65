-- outside a transaction
create index concurrently if not exists orders_disputed on orders (status_since) where status = 'disputed';
