-- outside a transaction
-- What a seller's own search looks in (`ownWords`), by seller. The list of what is not sorted in yet stays short, because each search reads it.
create index concurrently listing_own_words on listing using gin (seller_id, (coalesce(name, '') || ' ' || coalesce(title, '') || ' ' || coalesce(set_name, '') || ' ' ||
  coalesce(set_code, '') || ' ' || coalesce(number, '') || ' ' || coalesce(sku, '') || ' ' || coalesce(place, '')) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status <> 'removed';
