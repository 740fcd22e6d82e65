-- outside a transaction
create index concurrently saved_search_keys on saved_search using gin (keys);
