-- The market's own pair of keys for Web Push, made at the first use by whichever process comes first. The private one is sealed with AUTH_SECRET.
create table push_key (
  id int primary key check (id = 1),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);

-- A device that a member lets us push to. It goes with the session that it was signed in with: whoever signs out hears nothing more there.
create table push_subscription (
  id text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  session_id text references auth_session (id) on delete cascade,
  -- What the browser's maker gave it; known once, whoever is signed in there now.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  constraint push_subscription_endpoint unique (endpoint)
);
create index push_subscription_member on push_subscription (user_id, id desc);
create index push_subscription_session on push_subscription (session_id);
