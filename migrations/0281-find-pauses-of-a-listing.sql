-- outside a transaction
create index concurrently hold_pause_listing on hold_pause (listing_id, until);
