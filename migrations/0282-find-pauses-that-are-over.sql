-- outside a transaction
create index concurrently hold_pause_until on hold_pause (until);
