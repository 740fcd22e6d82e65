-- The addresses that a member chooses from when they buy. An order keeps a copy.
create table address (
  id text primary key,
  member_id text not null,
  name text not null,
  line1 text not null,
  line2 text,
  -- Null where addresses of the country have none, such as the city in Singapore.
  city text,
  state text,
  postal_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- E.164.
  phone text,
  is_default boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index address_member on address (member_id, created_at);
create unique index address_default on address (member_id) where is_default;
