-- Each act carries the hash of the one before and of its own content, so that a row that was changed, taken out or put in shows. Filled by `chain_act` for rows
-- that come without: those of this version and, while it starts, of the version before; what a backup brings back keeps its own.
alter table audit_log add column line bigint, add column before_hash text, add column hash text;

-- The end of the chain. Locked by whoever adds to it: acts are chained one after the other.
create table audit_chain (
  only_row boolean primary key default true check (only_row),
  line bigint not null,
  hash text not null
);
insert into audit_chain (line, hash) values (0, '');

create function chain_act() returns trigger language plpgsql as $$
declare
  last audit_chain;
begin
  select * into last from audit_chain for update;
  new.line := last.line + 1;
  new.before_hash := last.hash;
  new.hash := encode(sha256(convert_to(jsonb_build_array(new.line, new.before_hash, new.id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), new."by", new.act, new.subject, new.data)::text, 'UTF8')), 'hex');
  update audit_chain set line = new.line, hash = new.hash;
  return new;
end $$;

-- allow changes-others-writes: an older process inserts the same columns as before; the row is chained all the same
create trigger audit_log_chained before insert on audit_log for each row when (new.line is null) execute function chain_act();

-- What operators did before there was a chain, in its order, each line once: this table is locked meanwhile.
-- allow cannot-be-read: acts are done by hand, some thousands in a market's life, a second at most; nobody waits for this table but operators
do $$
declare
  done record;
  last_line bigint := 0;
  last_hash text := '';
begin
  for done in select id from audit_log order by at, id loop
    last_line := last_line + 1;
    update audit_log set line = last_line, before_hash = last_hash, hash = encode(sha256(convert_to(jsonb_build_array(last_line, last_hash, id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), "by", act, subject, data)::text, 'UTF8')), 'hex')
    where id = done.id returning hash into last_hash;
  end loop;
  update audit_chain set line = last_line, hash = last_hash;
end $$;
