-- Orders, what was paid and given back for them, and what Stripe has told us.
create table orders (
  id text primary key,
  buyer_id text not null,
  seller_id text not null,
  status text not null check (status in
    ('pending_payment', 'paid', 'awaiting_shipping', 'shipped', 'delivered', 'completed', 'canceled', 'refunded', 'disputed')),
  version bigint not null default 1,
  currency text not null,
  items_amount bigint not null check (items_amount >= 0),
  shipping_amount bigint not null check (shipping_amount >= 0),
  total_amount bigint not null check (total_amount = items_amount + shipping_amount),
  shipping_name text,
  shipping_tracked boolean not null default false,
  hold_expires_at timestamptz not null,
  paid_at timestamptz,
  status_since timestamptz not null,
  address jsonb,
  carrier text,
  tracking_number text,
  cancel_reason text,
  dispute_reason text,
  dispute_text text,
  -- Words for the operator when what Stripe says does not fit; nothing moves by itself until it is cleared.
  attention text,
  buyer_read boolean not null default true,
  seller_read boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_not_self check (buyer_id <> seller_id)
);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_seller on orders (seller_id, created_at desc, id desc);
create index orders_unpaid on orders (buyer_id) where status = 'pending_payment';
create index orders_attention on orders (updated_at) where attention is not null;

create table order_item (
  order_id text not null references orders (id),
  position smallint not null,
  listing_id text not null,
  title text not null,
  quantity int not null check (quantity > 0),
  price_amount bigint not null check (price_amount >= 0),
  -- The listing as the buyer saw it, photos included: the evidence in a dispute.
  snapshot jsonb not null,
  primary key (order_id, position)
);
create index order_item_listing on order_item (listing_id);

create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  status text not null,
  at timestamptz not null,
  by text not null check (by in ('buyer', 'seller', 'timer', 'stripe', 'operator')),
  actor_id text,
  note text
);
create index order_history_order on order_history (order_id, id);

-- One payment an order: a second session for the same order would be a second charge.
create table payment (
  order_id text primary key references orders (id),
  attempt int not null default 1,
  -- Stored before Stripe is called, so that a retry after a crash is the same request to Stripe.
  idempotency_key text not null unique,
  session_id text unique,
  session_url text,
  session_expires_at timestamptz not null,
  payment_intent_id text unique,
  amount bigint not null,
  currency text not null,
  captured_amount bigint not null default 0,
  captured_at timestamptz
);

create table refund (
  id text primary key,
  order_id text not null references payment (order_id),
  amount bigint not null check (amount > 0),
  currency text not null,
  cause text not null check (cause in ('late_payment', 'cancel', 'seller', 'operator', 'stripe')),
  reason text,
  state text not null check (state in ('asked', 'done', 'failed')),
  stripe_refund_id text unique,
  asked_by text,
  asked_at timestamptz not null,
  done_at timestamptz
);
create index refund_order on refund (order_id);
-- Late money goes back once, whatever happens.
create unique index refund_late_payment_once on refund (order_id) where cause = 'late_payment';

-- Double entry: the rows of a transaction sum to 0 in each currency, and no row is ever changed.
create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id text not null,
  order_id text not null,
  account text not null check (account in ('stripe', 'order')),
  amount bigint not null check (amount <> 0),
  currency text not null,
  at timestamptz not null,
  unique (transaction_id, account)
);
create index ledger_entry_order on ledger_entry (order_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function refuse_ledger_change();

-- Every event counts once, whatever the number of deliveries and whichever way it came.
create table stripe_event (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null,
  via text not null check (via in ('webhook', 'reconcile'))
);
create index stripe_event_created on stripe_event (created_at);

-- How far the comparison with Stripe's list of events has come.
create table stripe_reconcile (
  only_row boolean primary key default true check (only_row),
  compared_to timestamptz
);
insert into stripe_reconcile (compared_to) values (null);

create table idempotency_key (
  actor_id text not null,
  key text not null,
  fingerprint text not null,
  subject text not null,
  -- Null while the first request is still under way.
  status int,
  body text,
  created_at timestamptz not null,
  primary key (actor_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
