-- Without the chain's end an act would stand beside the chain, and a row that is taken out later would not show: such an act is refused.
-- allow changes-others-writes: an older process inserts as before; it is refused only where the end is missing, and the end is put back below
create or replace function chain_act() returns trigger language plpgsql as $$
declare
  last audit_chain;
begin
  select * into last from audit_chain for update;
  if not found then
    raise exception 'The end of the chain of operators'' acts is missing (audit_chain): no act can be recorded.';
  end if;
  new.line := last.line + 1;
  new.before_hash := last.hash;
  new.hash := encode(sha256(convert_to(jsonb_build_array(new.line, new.before_hash, new.id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), new."by", new.act, new.subject, new.data)::text, 'UTF8')), 'hex');
  update audit_chain set line = new.line, hash = new.hash;
  return new;
end $$;

-- A wipe of the demo took the end away. It comes back, and what was recorded meanwhile is chained in its order.
-- allow cannot-be-read: where the end stands it does nothing; where it is missing it chains acts that were done by hand, while nobody can add one
do $$
declare
  done record;
  last_line bigint;
  last_hash text;
begin
  if exists (select from audit_chain) then
    return;
  end if;
  lock table audit_log in share row exclusive mode;
  select line, hash into last_line, last_hash from audit_log where line is not null order by line desc limit 1;
  last_line := coalesce(last_line, 0);
  last_hash := coalesce(last_hash, '');
  for done in select id from audit_log where line is null order by at, id loop
    last_line := last_line + 1;
    update audit_log set line = last_line, before_hash = last_hash, hash = encode(sha256(convert_to(jsonb_build_array(last_line, last_hash, id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), "by", act, subject, data)::text, 'UTF8')), 'hex')
    where id = done.id returning hash into last_hash;
  end loop;
  insert into audit_chain (line, hash) values (last_line, last_hash);
end $$;
