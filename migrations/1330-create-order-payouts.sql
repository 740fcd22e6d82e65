-- What the market pays to sellers: each paid order's money from its payment to its transfer.
-- The market's rules, each with its start. Rows are never changed: a new one follows.
create table payout_rule (
  id text primary key,
  figures jsonb not null,
  by text not null,
  since timestamptz not null
);

create table order_payout (
  order_id text primary key,
  seller_id text not null,
  currency text not null,
  -- held: with the market. ready: the seller's, not sent. sent. returned: went back to the buyer. outside: of the time before transfers.
  state text not null check (state in ('held', 'ready', 'sent', 'returned', 'outside')),
  -- Days from the delivery to the release, fixed at the payment. Null: released when the buyer confirms, else when the order completes.
  hold_days smallint check (hold_days >= 0),
  paid_at timestamptz not null,
  delivered_at timestamptz,
  due_at timestamptz,
  -- When the release is tried next.
  check_at timestamptz,
  paused_reason text,
  paused_until timestamptz,
  -- When its seller was emailed that it is held for long.
  told_at timestamptz,
  ready_at timestamptz,
  sent_at timestamptz,
  updated_at timestamptz not null
);
create index order_payout_due on order_payout (check_at) where state = 'held' and check_at is not null;
create index order_payout_ready on order_payout (seller_id, currency, ready_at) where state = 'ready';
create index order_payout_seller on order_payout (seller_id, state, paid_at desc, order_id);
create index order_payout_old on order_payout (paid_at) where state in ('held', 'ready');

create table transfer (
  id text primary key,
  order_id text not null,
  seller_id text not null,
  account_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- claimed: booked, and on its way to Stripe. failed: booked back.
  state text not null check (state in ('claimed', 'sent', 'failed')),
  stripe_transfer_id text unique,
  destination_payment text unique,
  claimed_at timestamptz not null,
  -- Before Stripe was first asked: from then on it may have been made.
  called_at timestamptz,
  sent_at timestamptz,
  failure text
);
create unique index transfer_one_claimed on transfer (order_id) where state = 'claimed';
create index transfer_order on transfer (order_id);
create index transfer_seller on transfer (seller_id, claimed_at desc, id);

create table transfer_reversal (
  id text primary key,
  transfer_id text not null references transfer (id),
  order_id text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('claimed', 'done', 'refused')),
  stripe_id text unique,
  claimed_at timestamptz not null,
  called_at timestamptz,
  done_at timestamptz,
  failure text
);
create unique index transfer_reversal_one_claimed on transfer_reversal (transfer_id) where state = 'claimed';
create index transfer_reversal_order on transfer_reversal (order_id);

-- Sums of the ledger's accounts `seller` and `debt`, neither ever below 0. Its row is locked by whoever decides by them.
create table seller_balance (
  seller_id text not null,
  currency text not null,
  owed bigint not null default 0 constraint seller_balance_owed check (owed >= 0),
  debt bigint not null default 0 constraint seller_balance_debt check (debt >= 0),
  primary key (seller_id, currency)
);
create index seller_balance_owing on seller_balance (seller_id) where owed > 0 or debt > 0;

create function follow_seller_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from added where account in ('seller', 'debt')) then
    return null;
  end if;
  insert into seller_balance (seller_id, currency)
    select distinct seller_id, currency from added where account in ('seller', 'debt') order by 1, 2
    on conflict do nothing;
  update seller_balance b set owed = b.owed - s.seller, debt = b.debt + s.debt
  from (select seller_id, currency, coalesce(sum(amount) filter (where account = 'seller'), 0) as seller,
      coalesce(sum(amount) filter (where account = 'debt'), 0) as debt
    from added where account in ('seller', 'debt') group by 1, 2) s
  where b.seller_id = s.seller_id and b.currency = s.currency;
  return null;
end $$;
-- allow changes-others-writes: an older process books no row of these accounts, and its rows are let through
create trigger ledger_entry_summed after insert on ledger_entry referencing new table as added
  for each statement execute function follow_seller_entries();

-- Orders paid until now were settled outside of this software, and are never transferred.
insert into order_payout (order_id, seller_id, currency, state, paid_at, updated_at)
select id, seller_id, currency, 'outside', paid_at, now() from orders where paid_at is not null;
