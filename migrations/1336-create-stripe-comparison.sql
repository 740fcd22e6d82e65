-- The lines of the platform's balance at Stripe, as the daily comparison read them.
create table stripe_movement (
  id text primary key,
  type text not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  source text,
  -- Whose money it is. Null until the comparison has found out.
  belongs_to text check (belongs_to in ('orders', 'stripe', 'host', 'unknown')),
  purchase_id text,
  created_at timestamptz not null,
  available_at timestamptz not null
);
create index stripe_movement_new on stripe_movement (id) where belongs_to is null;
create index stripe_movement_recent on stripe_movement (created_at desc, id desc);

-- One comparison of each day and currency: the last one.
create table stripe_day (
  currency text not null,
  day date not null,
  available bigint not null,
  pending bigint not null,
  ledger bigint not null,
  -- Booked and not yet moved at Stripe, or moved and not yet booked.
  under_way bigint not null,
  difference bigint not null,
  checked_at timestamptz not null,
  primary key (currency, day)
);

-- What the last comparison could not explain, replaced by the next.
create table stripe_difference (
  currency text not null,
  -- Stripe's object. Empty: the rest of the balance, which no object explains.
  source text not null,
  kind text not null check (kind in ('not_booked', 'not_at_stripe', 'other_amount', 'unknown', 'rest')),
  at_stripe bigint not null,
  booked bigint not null,
  type text,
  purchase_id text,
  order_id text,
  since timestamptz not null,
  primary key (currency, source)
);

-- How often Stripe pays out the platform's own balance. One row.
create table stripe_schedule (
  id boolean primary key default true check (id),
  payouts text,
  checked_at timestamptz not null
);
