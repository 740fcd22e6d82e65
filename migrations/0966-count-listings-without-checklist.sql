-- outside a transaction
-- Live copies for which a checklist is offered and that have none (`unchecked-listings.server.ts`).
create index concurrently listing_unchecked on listing (seller_id) where status = 'active' and checklist is null and not graded and price_rank >= 2000;
