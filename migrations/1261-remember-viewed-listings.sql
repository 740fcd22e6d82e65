-- The listings that a member opened last, for "Recently viewed" on their home page; only they see them.
create table viewed_listing (
  member_id text not null,
  listing_id text not null,
  viewed_at timestamptz not null,
  primary key (member_id, listing_id)
);
create index viewed_listing_newest on viewed_listing (member_id, viewed_at desc);
