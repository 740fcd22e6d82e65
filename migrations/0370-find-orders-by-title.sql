-- outside a transaction
create index concurrently order_item_title on order_item using gin (title gin_trgm_ops);
