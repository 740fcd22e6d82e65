create table ad (
  id text primary key,
  text text not null,
  link text not null,
  picture text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  weight integer not null check (weight between 1 and 100),
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (starts_at < ends_at)
);
create index ad_by_end on ad (ends_at);
create index ad_newest on ad (created_at desc, id desc);

create table ad_count (
  ad_id text not null references ad (id) on delete cascade,
  day date not null,
  shown integer not null default 0,
  pressed integer not null default 0,
  primary key (ad_id, day)
);
