-- What a member is told of: an entry for each event that concerns them, written with the event.
create table notification (
  id text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  kind text not null,
  -- Names the event: told twice, it is one entry, deleted or not.
  about text not null,
  title text not null,
  body text not null,
  -- An address of ours, from its first slash on.
  link text not null check (link like '/%'),
  created_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  constraint notification_once unique (user_id, about)
);
-- Ids made later sort later.
create index notification_newest on notification (user_id, id desc) where deleted_at is null;
create index notification_waiting on notification (user_id) where read_at is null and deleted_at is null;
create index notification_old on notification (created_at);
