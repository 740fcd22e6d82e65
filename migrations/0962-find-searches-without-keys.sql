-- outside a transaction
create index concurrently saved_search_keyed on saved_search (keyed_as, id);
