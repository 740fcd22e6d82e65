-- A file of stock that a seller brought: each row as it was understood, and the listing that came of it.
create table stock_import (
  id text primary key,
  seller_id text not null,
  format text not null,
  status text not null,
  notes text[] not null,
  version bigint not null default 1,
  listing_status text,
  committed_at timestamptz,
  created_at timestamptz not null
);
create index stock_import_of_seller on stock_import (seller_id, created_at desc);
create index stock_import_by_age on stock_import (created_at);
create table stock_import_row (
  import_id text not null references stock_import on delete cascade,
  n int not null,
  status text not null,
  said text not null,
  card_id text,
  candidates text[] not null,
  condition text,
  finish text,
  language text not null,
  quantity int not null,
  price_amount bigint,
  currency text not null,
  grading jsonb,
  is_left_out boolean not null,
  notes text[] not null,
  listing_id text,
  outcome text,
  primary key (import_id, n)
);
