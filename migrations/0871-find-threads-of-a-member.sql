-- outside a transaction
create index concurrently if not exists thread_side_member on thread_side (member_id);
