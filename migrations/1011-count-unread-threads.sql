create function count_unread_thread() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform add_to_counter(old.member_id, 'messages', -1);
  else
    perform add_to_counter(new.member_id, 'messages', case when new.unread > 0 then 1 else -1 end);
  end if;
  return null;
end $$;

-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger thread_side_counted_in after insert on thread_side for each row when (new.unread > 0) execute function count_unread_thread();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger thread_side_counted_over after update on thread_side for each row when ((old.unread > 0) <> (new.unread > 0)) execute function count_unread_thread();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger thread_side_counted_out after delete on thread_side for each row when (old.unread > 0) execute function count_unread_thread();

-- What is there already. The triggers keep writers out until this is through.
insert into member_counter (member_id, kind, n) select member_id, 'messages', count(*) from thread_side where unread > 0 group by member_id;
