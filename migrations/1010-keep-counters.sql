-- What waits for each member, by kind: changed in the transaction of each event by the triggers of the files after this one, so that no writer can forget it. A kind
-- is one row, or a few: whoever finds its row held by a transaction under way adds one beside it instead of waiting, so nobody waits for anybody, and there are never
-- more of them than there were writers at once. The number is their sum.
create table member_counter (
  member_id text not null,
  kind text not null,
  slot bigint not null generated always as identity,
  n int not null,
  primary key (member_id, kind, slot)
) with (fillfactor = 70);

create function add_to_counter(of_member text, of_kind text, more int) returns void language plpgsql as $$
declare
  mine bigint;
begin
  if more = 0 then
    return;
  end if;
  select slot into mine from member_counter where member_id = of_member and kind = of_kind order by slot limit 1 for no key update skip locked;
  if found then
    update member_counter set n = n + more where member_id = of_member and kind = of_kind and slot = mine;
  else
    insert into member_counter (member_id, kind, n) values (of_member, of_kind, more);
  end if;
end $$;
