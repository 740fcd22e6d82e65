-- Stripe's payouts to the banks of sellers, as last read.
create table bank_payout (
  -- Stripe's.
  id text primary key,
  seller_id text not null,
  account_id text not null,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  arrives_at timestamptz not null,
  -- Stripe's word for why the bank sent it back.
  failure text,
  failed_at timestamptz,
  -- Whether all orders that it holds are known.
  has_orders boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index bank_payout_seller on bank_payout (seller_id, created_at desc, id desc);

-- The latest payout that took the money of a transfer to the bank.
alter table transfer add column bank_payout_id text;
