-- outside a transaction
create index concurrently offer_of_buyer_by_state on offer (buyer_id, status, created_at desc, id desc);
