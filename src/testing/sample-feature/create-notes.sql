-- As a file in migrations/ brings it: the room's table, and the triggers that keep its counter.
create table sample_note (member_id text not null, text text not null, length int);

create function count_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counter(new.member_id, 'notes', 1);
  else
    perform add_to_counter(old.member_id, 'notes', -1);
  end if;
  return null;
end $$;
create trigger sample_note_counted after insert or delete on sample_note for each row execute function count_notes();
