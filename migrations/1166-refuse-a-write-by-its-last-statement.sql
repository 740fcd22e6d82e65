-- What a write decides with its last statement goes out with the commit, so its no is a failure, which the commit undoes: `part` says whose (`platform/outbox/last-statement.ts`).
create function refuse_write(part int) returns int language plpgsql as $$
begin
  raise exception using errcode = 'SL001', message = 'what this write decides last is no', detail = part::text;
end $$;
