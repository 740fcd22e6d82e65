-- outside a transaction
create index concurrently if not exists order_item_photos on order_item using gin (jsonb_path_query_array(snapshot, '$.photos[*].id'));
