-- Cards that a member looks for, line by line. A line keeps the card's name, so that another printing of it can be found.
create table want_list (
  id text primary key,
  owner_id text not null,
  name text not null,
  is_public boolean not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index want_list_of_owner on want_list (owner_id, created_at desc, id desc);
create index want_list_public on want_list (id) where is_public;

create table want_list_line (
  list_id text not null references want_list (id) on delete cascade,
  n integer not null,
  card_id text not null,
  game text not null,
  name text not null,
  any_printing boolean not null,
  quantity integer not null check (quantity between 1 and 999),
  lowest_condition text,
  language text,
  finish text,
  -- The key of wanted.rules.ts under which a copy finds it.
  sought text not null,
  created_at timestamptz not null,
  primary key (list_id, n)
);
create index want_list_line_sought on want_list_line (sought);

-- What was brought for a list and is not on it yet; bringing again takes its place.
create table want_list_preview (
  list_id text primary key references want_list (id) on delete cascade,
  format text not null,
  notes text[] not null,
  rows jsonb not null,
  created_at timestamptz not null
);
