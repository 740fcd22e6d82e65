create table profile (
  user_id text primary key references auth_user (id) on delete cascade,
  username text not null,
  display_name text,
  bio text,
  location text,
  avatar_url text,
  -- The picture that a sign-in provider hands over; an own picture goes before it.
  photo_url text,
  contact text,
  contact_visible boolean not null default false,
  social_youtube text,
  social_twitter text,
  social_facebook text,
  auth_provider text not null default 'unknown',
  profile_completed boolean not null default false,
  needs_completion boolean not null default false,
  onboarding_completed boolean not null default false,
  tutorial_preferences jsonb not null default '{}',
  theme text,
  account_tier text not null default 'free' check (account_tier in ('free', 'premium')),
  total_sales integer not null default 0 check (total_sales >= 0),
  rating numeric(3, 2) check (rating between 1 and 5),
  rating_count integer not null default 0 check (rating_count >= 0),
  verification_sent_at timestamptz,
  join_date timestamptz not null,
  last_sign_in timestamptz,
  last_updated timestamptz not null,
  version bigint not null default 1
);

-- Every name that is in use, was in use or was refused once: a released name stays here so that nobody can pose as its former owner.
create table username_registry (
  username_key text primary key,
  username text not null,
  uid text references auth_user (id) on delete set null,
  status text not null default 'active' check (status in ('active', 'released')),
  is_temporary boolean not null default false,
  created_at timestamptz not null,
  released_at timestamptz,
  constraint username_registry_key_lower check (username_key = lower(username))
);
-- A member holds one name at a time.
create unique index username_registry_uid_active on username_registry (uid) where status = 'active';
