-- One row an offer, a counter-offer being one of its own. What follows an acceptance stands in promise, pay_by and order_id.
create table offer (
  id text primary key,
  listing_id text not null,
  buyer_id text not null,
  seller_id text not null,
  title text not null,
  amount bigint not null check (amount > 0),
  asked_amount bigint not null,
  currency text not null,
  message text,
  made_by text not null check (made_by in ('buyer', 'seller')),
  status text not null check (status in ('pending', 'accepted', 'declined', 'countered', 'withdrawn', 'expired')),
  counter_of text,
  listing_version bigint not null,
  expires_at timestamptz not null,
  by_rule boolean not null default false,
  decline_reason text,
  note text,
  buyer_cleared boolean not null default false,
  seller_cleared boolean not null default false,
  promise text check (promise in ('open', 'claimed', 'paid', 'lapsed')),
  pay_by timestamptz,
  held jsonb,
  order_id text,
  is_unpaid boolean not null default false,
  decided_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'accepted') = (promise is not null)),
  check ((status = 'accepted') = (pay_by is not null))
);
create unique index offer_one_pending on offer (buyer_id, listing_id) where status = 'pending';
create index offer_attempts on offer (buyer_id, listing_id);
create index offer_on_listing on offer (listing_id) where status = 'pending' or promise in ('open', 'claimed');
create index offer_of_buyer on offer (buyer_id, created_at desc, id desc);
create index offer_of_seller on offer (seller_id, created_at desc, id desc);
create index offer_waits_for_buyer on offer (buyer_id) where status = 'pending' and made_by = 'seller' and not buyer_cleared;
create index offer_waits_for_seller on offer (seller_id) where status = 'pending' and made_by = 'buyer' and not seller_cleared;
create index offer_pending_by_end on offer (expires_at) where status = 'pending';
create index offer_open_by_end on offer (pay_by) where promise = 'open';
create index offer_by_order on offer (order_id) where order_id is not null;
create index offer_unpaid on offer (buyer_id, decided_at) where is_unpaid;
