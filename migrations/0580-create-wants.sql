-- What members look for. A want of a card of the catalogue keeps what it said when it was written.
create table want (
  id text primary key,
  owner_id text not null,
  card jsonb,
  title text not null,
  game text not null,
  lowest_condition text,
  language text,
  finish text,
  highest_amount bigint check (highest_amount > 0),
  currency text,
  quantity integer not null check (quantity between 1 and 999),
  description text,
  status text not null check (status in ('open', 'filled', 'closed', 'expired')),
  expires_at timestamptz not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((highest_amount is null) = (currency is null))
);
create index want_open on want (created_at desc, id desc) where status = 'open';
create index want_open_of_game on want (game, created_at desc, id desc) where status = 'open';
create index want_of_owner on want (owner_id, created_at desc, id desc);
create index want_open_by_end on want (expires_at) where status = 'open';
