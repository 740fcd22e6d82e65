-- outside a transaction
create index concurrently want_sought on want (sought) where status = 'open';
