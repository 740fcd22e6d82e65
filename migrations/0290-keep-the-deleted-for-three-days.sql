-- What the mail about a deletion without a password can bring back: account, ways in and profile, sealed. Gone with its use, and after three days.
create table deletion_undo (
  id text primary key,
  member_id text not null,
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index deletion_undo_expires_idx on deletion_undo (expires_at);
