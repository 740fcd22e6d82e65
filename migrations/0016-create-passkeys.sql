-- Passkeys: the public half of a key pair whose other half a device or a password manager keeps.
create table auth_passkey (
  id text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  -- As the authenticator names it, in base64url; one account here at most.
  credential_id text not null,
  public_key text not null,
  -- What the authenticator was told to call the member: says nothing of them.
  user_handle text not null,
  -- How often the authenticator says it was used; those that are synced between devices always say 0.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  -- The make of the authenticator, or zeros.
  aaguid text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index auth_passkey_credential_key on auth_passkey (credential_id);
create index auth_passkey_user_idx on auth_passkey (user_id, created_at);
