-- What a want is found by (`sought`, see wanted.rules.ts): null until a process that knows it has looked.
alter table want add column any_printing boolean not null default false;
alter table want add column with_postage boolean not null default true;
alter table want add column sought text;
alter table want add column mailed_at timestamptz;

-- A copy that meets a want. `ended_at` is null while it does; told and mailed at most once.
create table want_match (
  want_id text not null references want (id) on delete cascade,
  listing_id text not null,
  listing_version bigint not null,
  at timestamptz not null,
  ended_at timestamptz,
  told_at timestamptz,
  mailed_at timestamptz,
  primary key (want_id, listing_id)
);
create index want_match_listing on want_match (listing_id) where ended_at is null;

-- What an order took off a want, once.
create table want_fill (
  want_id text not null references want (id) on delete cascade,
  order_id text not null,
  copies integer not null check (copies > 0),
  at timestamptz not null,
  primary key (want_id, order_id)
);
create index want_fill_order on want_fill (order_id);
