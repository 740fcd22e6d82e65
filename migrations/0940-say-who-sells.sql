-- What a member is to the law who sells: a private person or a trader. Shown with their name.
alter table profile add column seller_kind text not null default 'private';

-- What a member said of it, and what a trader must show.
create table seller_standing (
  member_id text primary key,
  kind text not null,
  legal_name text,
  street text,
  postal_code text,
  city text,
  country text,
  email text,
  phone text,
  register text,
  register_number text,
  vat_id text,
  withdrawal text,
  certified_at timestamptz,
  marked_by text,
  marked_at timestamptz,
  updated_at timestamptz not null
);

-- Who changed it when, by the names of what was changed; never what it said.
create table seller_standing_change (
  id text primary key,
  member_id text not null,
  by text not null,
  kind text not null,
  fields text[] not null,
  created_at timestamptz not null
);
create index seller_standing_change_of_member on seller_standing_change (member_id, id desc);
