-- outside a transaction
create index concurrently listing_of_seller_made on listing (seller_id, created_at desc, id desc);
