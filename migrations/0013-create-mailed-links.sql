-- Links sent by mail that prove who reads the mailbox. Only the hash is kept: whoever reads this table can use none of them.
create table mailed_link (
  token_hash text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  -- The address that the link was sent to: it proves that one and no later one.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_link_user_idx on mailed_link (user_id, purpose);
create index mailed_link_expires_idx on mailed_link (expires_at);
