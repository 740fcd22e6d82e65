-- outside a transaction
create index concurrently offer_of_seller_by_state on offer (seller_id, status, created_at desc, id desc);
