-- Invoices of selling fees, and credit notes for fees that were returned.
-- The tax in the selling fee, each rule with its start. Rows are never changed: a new one follows.
create table tax_rule (
  id text primary key,
  -- Hundredths of a percent: 1900 is 19 %. 0: no tax.
  basis_points integer not null check (basis_points between 0 and 5000),
  -- Printed on invoices: VAT.
  name text not null,
  -- Printed on invoices, for example why there is no tax.
  note text,
  by text not null,
  since timestamptz not null
);

-- The next number. Its row is locked until the invoice is stored, so that no number is left out or given twice.
create table invoice_series (
  name text primary key,
  next bigint not null check (next > 0)
);
insert into invoice_series (name, next) values ('fees', 1);

create table invoice (
  id text primary key,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The invoice that a credit note corrects.
  corrects text,
  seller_id text not null,
  -- Of the fees, in UTC: 2026-11.
  month text not null,
  currency text not null,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  tax_basis_points integer not null,
  tax_name text not null,
  note text,
  -- [{orderId, amount}], tax included.
  lines jsonb not null,
  -- Names and addresses as printed, line by line.
  issuer jsonb not null,
  recipient jsonb not null,
  issued_at timestamptz not null
);
create unique index invoice_once on invoice (seller_id, currency, month, kind, corrects) nulls not distinct;
create index invoice_seller on invoice (seller_id, issued_at desc, id desc);
create index invoice_issued on invoice (issued_at);

-- Ten years after its year an invoice may be deleted.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.issued_at < now() - interval '11 years' then
    return old;
  end if;
  raise exception 'invoices are never changed or deleted: issue a credit note';
end $$;
create trigger invoice_fixed before update or delete on invoice for each row execute function refuse_invoice_change();
create function refuse_invoice_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are never changed or deleted: issue a credit note';
end $$;
create trigger invoice_not_truncated before truncate on invoice for each statement execute function refuse_invoice_truncate();
