-- A seller's named rule of prices, run each night: which listings, and what becomes of their prices. A run is a change of many listings with its rule and its night.
create table bulk_rule (
  id text primary key,
  seller_id text not null,
  name text not null,
  choice jsonb not null,
  change jsonb not null,
  is_on boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null
);
create index bulk_rule_of_seller on bulk_rule (seller_id, created_at);
alter table bulk_change add column rule_id text;
alter table bulk_change add column night text;
