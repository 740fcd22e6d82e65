-- The tables of the authentication library, under our names. The library reads and writes them through platform/identity only.
create table auth_user (
  id text primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  role text not null default 'member' check (role in ('member', 'admin')),
  -- A suspended account keeps its records, cannot sign in and has no session.
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint auth_user_email_lower check (email = lower(email))
);
create unique index auth_user_email_key on auth_user (email);

create table auth_session (
  id text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index auth_session_token_key on auth_session (token);
create index auth_session_user_idx on auth_session (user_id, created_at desc);
create index auth_session_expires_idx on auth_session (expires_at);

create table auth_account (
  id text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index auth_account_provider_key on auth_account (provider_id, account_id);
create index auth_account_user_idx on auth_account (user_id);

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_verification_identifier_idx on auth_verification (identifier);
create index auth_verification_expires_idx on auth_verification (expires_at);

-- One row per counted thing and window: a failed sign-in of an account, a sign-up from a network.
create table auth_rate_limit (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index auth_rate_limit_resets_idx on auth_rate_limit (resets_at);

-- Sessions ended within the last hour: their bearer tokens, which carry no database read, are refused by this list.
create table auth_revocation (
  session_id text primary key,
  user_id text not null,
  revoked_at timestamptz not null
);
create index auth_revocation_revoked_idx on auth_revocation (revoked_at);
