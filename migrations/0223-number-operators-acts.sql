-- outside a transaction
create unique index concurrently if not exists audit_log_line on audit_log (line);
