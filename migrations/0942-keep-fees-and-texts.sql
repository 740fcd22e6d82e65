-- What the market takes from a sale, since when; the newest is in force, the others are published beside it.
create table market_fee (
  id text primary key,
  basis_points integer not null check (basis_points between 0 and 3000),
  fixed_amount integer not null check (fixed_amount between 0 and 10000),
  note text,
  by text not null,
  since timestamptz not null
);
create index market_fee_newest on market_fee (since desc, id desc);

-- What the operator of a public market must write themselves.
create table market_text (
  name text primary key,
  text text not null,
  version bigint not null default 1,
  updated_at timestamptz not null
);
