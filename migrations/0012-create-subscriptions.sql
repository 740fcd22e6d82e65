-- What is known of a member's premium subscription: from Stripe (`sub_`), from an operator (`admin_`), or set by hand.
create table subscription (
  user_id text primary key references auth_user (id) on delete cascade,
  status text not null default 'none',
  current_plan text,
  stripe_subscription_id text,
  stripe_customer_id text,
  start_date timestamptz,
  end_date timestamptz,
  renewal_date timestamptz,
  cancel_at_period_end boolean not null default false,
  manually_updated boolean not null default false,
  tier text not null default 'free' check (tier in ('free', 'premium')),
  updated_at timestamptz not null
);
create unique index subscription_stripe_id_key on subscription (stripe_subscription_id) where stripe_subscription_id is not null;
create unique index subscription_stripe_customer_key on subscription (stripe_customer_id) where stripe_customer_id is not null;
create index subscription_end_idx on subscription (end_date) where end_date is not null;
