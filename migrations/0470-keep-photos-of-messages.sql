-- A photo that a member sent in a thread. It waits for its message, or goes after a day.
create table thread_photo (
  id text primary key,
  thread_id text not null references thread (id),
  member_id text not null,
  message_id text references thread_message (id),
  width int not null,
  height int not null,
  widths int[] not null,
  placeholder text not null,
  -- Of all its widths.
  bytes int not null,
  created_at timestamptz not null
);
create index thread_photo_member on thread_photo (member_id);
create index thread_photo_message on thread_photo (message_id) where message_id is not null;

-- The readers' copy, in the order in which they were sent.
alter table thread_message add column photos jsonb not null default '[]';
