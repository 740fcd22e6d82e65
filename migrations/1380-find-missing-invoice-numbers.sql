-- Numbers before this one were deleted at the end of their retention; all others must exist.
alter table invoice_series add column first bigint not null default 1;

-- How long invoices are kept is a setting of the host, of at least five years after the year of the invoice.
-- allow changes-others-writes: it refuses less than before, and no older process deletes invoices
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.issued_at < now() - interval '5 years' then
    return old;
  end if;
  raise exception 'invoices are never changed or deleted: issue a credit note';
end $$;
