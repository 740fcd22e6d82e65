-- outside a transaction
create index concurrently offer_of_basket on offer (basket_id, place) where basket_id is not null;
