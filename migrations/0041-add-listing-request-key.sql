-- A seller's program may repeat a request whose answer it did not get: the key that it sent finds the listing that the first one made.
alter table listing add column request_key text, add column request_digest text;
create unique index listing_request_key on listing (seller_id, request_key) where request_key is not null;
