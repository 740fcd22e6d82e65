-- A change of many of a seller's listings: what was foreseen of each, and what came of it.
create table bulk_change (
  id text primary key,
  seller_id text not null,
  change jsonb not null,
  status text not null,
  version bigint not null default 1,
  committed_at timestamptz,
  created_at timestamptz not null
);
create index bulk_change_of_seller on bulk_change (seller_id, created_at desc);
create index bulk_change_by_age on bulk_change (created_at);
create table bulk_change_row (
  change_id text not null references bulk_change on delete cascade,
  n int not null,
  listing_id text not null,
  title text not null,
  state text not null,
  currency text not null,
  price_amount bigint not null,
  new_amount bigint,
  why text,
  primary key (change_id, n)
);
create index bulk_change_row_of_state on bulk_change_row (change_id, state, n);
