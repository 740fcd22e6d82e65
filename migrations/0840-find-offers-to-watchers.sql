-- outside a transaction
create index concurrently offer_to_watchers on offer (listing_id, created_at desc) where made_by = 'seller' and counter_of is null;
