-- A seller's shipping methods by destination. The row with the empty seller is the table that sellers start from.
create table shipping_table (
  seller_id text primary key,
  sends_from text not null check (sends_from ~ '^[A-Z]{2}$'),
  -- Working days until a paid order is shipped.
  ship_days smallint not null check (ship_days between 1 and 7),
  version bigint not null,
  updated_at timestamptz not null
);
create table shipping_method (
  seller_id text not null references shipping_table (seller_id) on delete cascade,
  position smallint not null,
  -- A country, EU or world.
  destination text not null check (destination ~ '^[A-Z]{2}$' or destination = 'world'),
  name text not null,
  is_tracked boolean not null,
  max_cards integer,
  max_slabs integer,
  max_grams integer,
  max_value bigint,
  price bigint not null check (price >= 0),
  currency text not null,
  free_from bigint,
  primary key (seller_id, position)
);

-- From which value orders are shipped with tracking; the newest is in force, the others are published beside it.
create table shipping_rule (
  id text primary key,
  figures jsonb not null,
  note text,
  by text not null,
  since timestamptz not null
);
create index shipping_rule_newest on shipping_rule (since desc, id desc);
