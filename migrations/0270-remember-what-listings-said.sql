-- Since which version the facts that a buyer relies on are what they are now: a purchase that names an older one is looked at again.
alter table listing add column facts_version bigint not null default 1;

-- What a listing said before an edit: of the facts that the edit changed, what they were up to and with a version. No foreign key: making one would lock
-- the listings for a moment.
create table listing_said (
  listing_id text not null,
  until_version bigint not null,
  before jsonb not null,
  -- Whether others could read it; a draft's words are told to nobody.
  shown boolean not null,
  at timestamptz not null,
  primary key (listing_id, until_version)
);
