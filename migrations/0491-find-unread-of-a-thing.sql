-- outside a transaction
create index concurrently notification_of_thing on notification (user_id, thing) where read_at is null and deleted_at is null;
