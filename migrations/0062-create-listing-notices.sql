-- What a seller was told of a listing's end: once for each listing, each period of time that it was given, and each of the two ends.
create table listing_notice (
  listing_id text not null references listing (id) on delete cascade,
  about text not null check (about in ('ending', 'ended')),
  -- The end that was told of: a listing that is renewed has another one.
  ends_at timestamptz not null,
  -- The mail: those of one seller that end close together share one.
  mail_id text not null,
  told_at timestamptz not null,
  primary key (listing_id, about, ends_at)
);
create index listing_notice_mail on listing_notice (mail_id);
