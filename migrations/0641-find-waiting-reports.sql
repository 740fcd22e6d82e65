-- outside a transaction
create index concurrently member_report_queue on member_report (state, created_at, id);
