create table vacation (
  id text primary key,
  member_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text,
  ended_at timestamptz,
  created_at timestamptz not null,
  check (ends_at >= starts_at)
);
create unique index vacation_at_hand on vacation (member_id) where ended_at is null;
create index vacation_of_member on vacation (member_id, ends_at);
create index vacation_due on vacation (ends_at) where ended_at is null;
