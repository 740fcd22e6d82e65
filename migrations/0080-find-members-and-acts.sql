-- An operator looks at the newest members, and at what one operator did.
create index profile_join on profile (join_date desc, user_id desc) where deleted_at is null;
create index audit_log_by on audit_log (by, at desc, id desc);
