-- outside a transaction
create index concurrently listing_of_seller_price on listing (seller_id, price_rank, id);
