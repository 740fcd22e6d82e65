-- The account at Stripe that a seller is paid to, as last read. The row exists before the account does, so that a call whose answer is lost is repeated as the same call.
create table payout_account (
  seller_id text primary key,
  stripe_account_id text unique,
  -- Two upper-case letters. Neither it nor the address can change: both are part of the call that creates the account.
  country text not null,
  email text not null,
  state text not null check (state in ('started', 'in_review', 'active', 'restricted', 'closed', 'rejected')),
  requirements jsonb not null default '[]',
  deadline_at timestamptz,
  -- Changes with the bank account at Stripe.
  bank_print text,
  bank_changed_at timestamptz,
  -- No transfers until then.
  paused_until timestamptz,
  -- Readings are numbered before Stripe is called; `read_number` is that of the one stored.
  reading bigint not null default 0,
  read_number bigint not null default 0,
  read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Sellers whose listings can't be bought. Belongs to listings, whose guards read it under the lock of the listing.
create table sales_block (
  seller_id text primary key,
  reason text not null check (reason in ('payouts')),
  since timestamptz not null
);
