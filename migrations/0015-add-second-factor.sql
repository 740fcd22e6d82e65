-- A member's authenticator app. It counts from `confirmed_at` on: before that the member has not shown that the app has the secret.
create table auth_second_factor (
  user_id text primary key references auth_user (id) on delete cascade,
  -- Sealed with a key of AUTH_SECRET and bound to its row: whoever reads this table can make no codes.
  secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted: it and those before it are spent.
  last_step bigint
);

-- Codes for whoever has lost the app, each good once. Only keyed hashes are kept.
create table auth_recovery_code (
  user_id text not null references auth_user (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins that have shown the first factor and wait for the second. No session exists yet; a cookie names the row.
create table auth_second_step (
  token_hash text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  -- The provider's account that was proven, null for a password.
  account_id text references auth_account (id) on delete cascade,
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_second_step_user_idx on auth_second_step (user_id);
create index auth_second_step_expires_idx on auth_second_step (expires_at);
