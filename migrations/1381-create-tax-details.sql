-- What the EU's directive 2021/514 (DAC7) makes a market ask sellers for, and when they were asked.
create table tax_details (
  seller_id text primary key,
  -- Null: not asked, but given.
  asked_at timestamptz,
  reminders smallint not null default 0,
  reminded_at timestamptz,
  -- Payouts wait since then.
  held_at timestamptz,
  -- Null: not given; then all below is null.
  given_at timestamptz,
  kind text check (kind in ('individual', 'company')),
  first_name text,
  last_name text,
  birth_date date,
  company_name text,
  register_number text,
  street text,
  postal_code text,
  city text,
  country text,
  tin text,
  tin_country text,
  vat_id text,
  check ((given_at is null) = (kind is null))
);
create index tax_details_missing on tax_details (asked_at) where given_at is null;
