-- The network that an order was placed from, as a keyed hash; for a month.
create table order_origin (
  order_id text primary key,
  network text not null,
  at timestamptz not null
);
create index order_origin_at on order_origin (at);

-- What a member has paid with and where cards were sent to them, as keyed hashes: the next one is compared with these.
create table buyer_trace (
  member_id text not null,
  kind text not null,
  hash text not null,
  seen_at timestamptz not null,
  primary key (member_id, kind, hash)
);

-- What makes buyer and seller of an order look like one person.
create table order_sign (
  order_id text not null,
  kind text not null,
  at timestamptz not null,
  primary key (order_id, kind)
);
