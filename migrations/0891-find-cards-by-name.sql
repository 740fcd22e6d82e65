-- outside a transaction
create index concurrently card_of_name on card (lower(name));
