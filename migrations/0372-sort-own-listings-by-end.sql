-- outside a transaction
create index concurrently listing_of_seller_end on listing (seller_id, coalesce(expires_at, timestamptz '2200-01-01 00:00:00+00'), id);
