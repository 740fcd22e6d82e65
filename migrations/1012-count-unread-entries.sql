-- By statement where thousands may be marked or swept at once: a row of the counter that one transaction changes thousands of times grows long.
create function count_new_entry() returns trigger language plpgsql as $$
begin
  perform add_to_counter(new.user_id, 'notifications', 1);
  return null;
end $$;
create function count_marked_entries() returns trigger language plpgsql as $$
begin
  perform add_to_counter(user_id, 'notifications', sum(more)::int) from (
    select user_id, 1 as more from added where read_at is null and deleted_at is null
    union all
    select user_id, -1 from gone where read_at is null and deleted_at is null) as both_ways
  group by user_id having sum(more) <> 0 order by user_id;
  return null;
end $$;
create function count_swept_entries() returns trigger language plpgsql as $$
begin
  perform add_to_counter(user_id, 'notifications', -count(*)::int) from gone where read_at is null and deleted_at is null group by user_id order by user_id;
  return null;
end $$;

-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger notification_counted_in after insert on notification for each row when (new.read_at is null and new.deleted_at is null)
  execute function count_new_entry();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger notification_counted_over after update on notification referencing old table as gone new table as added
  for each statement execute function count_marked_entries();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger notification_counted_out after delete on notification referencing old table as gone for each statement execute function count_swept_entries();

-- What is there already. The triggers keep writers out until this is through.
insert into member_counter (member_id, kind, n)
select user_id, 'notifications', count(*) from notification where read_at is null and deleted_at is null group by user_id;
