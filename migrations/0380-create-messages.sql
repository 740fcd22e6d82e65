-- One conversation of two members about one thing. The two stand in the order of their ids, so that both ask for the same row.
create table thread (
  id text primary key,
  subject_kind text not null,
  -- Empty where the thread is about nothing but the two.
  subject_id text not null,
  first_id text not null,
  second_id text not null,
  -- The place of the newest message; given out under the row's lock.
  last_place bigint not null default 0,
  created_at timestamptz not null,
  constraint thread_of_two check (first_id < second_id),
  constraint thread_once unique (first_id, second_id, subject_kind, subject_id)
);

create table thread_message (
  id text primary key,
  thread_id text not null references thread (id),
  place bigint not null,
  sender_id text not null,
  text text not null,
  card_kind text,
  card_id text,
  marks text[] not null default '{}',
  client_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint thread_message_place unique (thread_id, place)
);
create unique index thread_message_once on thread_message (thread_id, sender_id, client_id) where client_id is not null;
create index thread_message_text on thread_message using gin (text gin_trgm_ops);

-- How a thread stands for one of its two.
create table thread_side (
  thread_id text not null references thread (id),
  member_id text not null,
  other_id text not null,
  -- The newest message and when it was said: the list is read by this row alone.
  last_at timestamptz not null,
  last_message_id text not null,
  unread int not null default 0,
  read_place bigint not null default 0,
  -- This side deleted the thread when this was its newest message; what is after it shows again.
  deleted_place bigint not null default 0,
  is_hidden boolean not null default false,
  is_priority boolean not null default false,
  -- When this side was last mailed about what it has not read here.
  mailed_at timestamptz,
  primary key (thread_id, member_id)
);
create index thread_side_list on thread_side (member_id, is_priority desc, last_at desc, thread_id desc) where not is_hidden;
create index thread_side_unread on thread_side (member_id) where unread > 0;

create table member_block (
  member_id text not null,
  blocked_id text not null,
  reason text,
  created_at timestamptz not null,
  primary key (member_id, blocked_id)
);
create index member_block_blocked on member_block (blocked_id);

-- What a member told the operators of another, with the messages of the two as they stood then.
create table member_report (
  id text primary key,
  reporter_id text not null,
  reported_id text not null,
  reason text not null,
  text text,
  messages jsonb not null,
  created_at timestamptz not null
);
create index member_report_reported on member_report (reported_id, created_at desc);
create index member_report_reporter on member_report (reporter_id);
