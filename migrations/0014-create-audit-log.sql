-- What operators did, by whom and to whom. Rows are only ever added; they stay when the member is gone.
create table audit_log (
  id text primary key,
  at timestamptz not null,
  -- An operator's id, or `command line`.
  by text not null,
  act text not null,
  subject text not null,
  data jsonb not null default '{}'
);
create index audit_log_time on audit_log (at desc, id desc);
create index audit_log_subject on audit_log (subject, at desc);
