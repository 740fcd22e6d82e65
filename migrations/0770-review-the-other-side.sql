create table review (
  id text primary key,
  order_id text not null references orders (id),
  author_id text not null,
  member_id text not null,
  rating smallint not null check (rating between 1 and 5),
  text text,
  reply text,
  replied_at timestamptz,
  shows_at timestamptz not null,
  shown_at timestamptz,
  counts boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, author_id),
  check (author_id <> member_id)
);
create index review_of_member on review (member_id, shown_at desc, id desc) where shown_at is not null;
create index review_of_pair on review (author_id, member_id, shown_at) where counts;
create index review_waiting on review (shows_at) where shown_at is null;

create table review_statistics (
  member_id text primary key,
  count integer not null,
  stars integer not null,
  check (count >= 0 and stars between count and 5 * count)
);
