-- A search that a member keeps: the query of a browse page, as `browseParams` writes it. What stands beside it narrows down which searches a new listing is tried against.
create table saved_search (
  id text primary key,
  owner_id text not null,
  name text not null,
  query text not null,
  frequency text not null check (frequency in ('now', 'daily', 'weekly')),
  games text[] not null default '{}',
  seller_id text,
  min_rank bigint,
  max_rank bigint,
  created_at timestamptz not null
);
create index saved_search_of_owner on saved_search (owner_id, created_at desc, id desc);

create table follow (
  follower_id text not null,
  seller_id text not null,
  frequency text not null check (frequency in ('now', 'daily', 'weekly')),
  created_at timestamptz not null,
  primary key (follower_id, seller_id),
  check (follower_id <> seller_id)
);
create index follow_of_seller on follow (seller_id);

-- A listing that somebody is told of, and why. `about` names the happening: the same one is told of once.
create table alert (
  member_id text not null,
  kind text not null check (kind in ('search', 'seller', 'price', 'back', 'sold', 'ending')),
  source_id text not null,
  listing_id text not null,
  about text not null,
  due_at timestamptz not null,
  told_at timestamptz,
  mailed_at timestamptz,
  primary key (member_id, kind, source_id, listing_id)
);
create index alert_waiting on alert (member_id, due_at) where mailed_at is null;
create index alert_of_listing on alert (listing_id);
create index alert_by_mail on alert (mailed_at) where mailed_at is not null;

-- How often a member is told of favourites, and when they were last mailed. Its row is what telling locks.
create table alert_choice (
  member_id text primary key,
  favourites text not null default 'now' check (favourites in ('now', 'daily', 'weekly')),
  mailed_at timestamptz
);

-- What a favourite was when it was last looked at: the least that it has cost, with post, and whether it was for sale.
create table favorite_watch (
  member_id text not null,
  listing_id text not null,
  least_amount bigint not null,
  currency text not null,
  is_for_sale boolean not null,
  primary key (member_id, listing_id)
);
create index favorite_watch_of_listing on favorite_watch (listing_id);
