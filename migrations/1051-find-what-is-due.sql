-- outside a transaction
create index concurrently alert_due on alert (due_at) where told_at is null;
