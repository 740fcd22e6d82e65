-- outside a transaction
create index concurrently orders_tracking_number on orders (upper(regexp_replace(tracking_number, '\s', '', 'g'))) where tracking_number is not null;
