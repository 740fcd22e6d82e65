-- outside a transaction
-- A few rows of a member, however much waits.
create index concurrently thread_side_unheard on thread_side (member_id) where is_unheard;
