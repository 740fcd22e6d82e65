-- The local stand-in of Stripe keeps its own books, apart from the market's: it is another party, and the market never reads these tables.
-- They stay empty in production.
create table sandbox_stripe_object (
  id text primary key,
  object text not null,
  created bigint not null,
  data jsonb not null
);
create index sandbox_stripe_object_list on sandbox_stripe_object (object, created desc, id desc);
create index sandbox_stripe_object_intent on sandbox_stripe_object ((data ->> 'payment_intent')) where data ->> 'payment_intent' is not null;
create index sandbox_stripe_object_open on sandbox_stripe_object (((data ->> 'expires_at')::bigint))
  where object = 'checkout.session' and data ->> 'status' = 'open';

create table sandbox_stripe_idempotency (
  key text primary key,
  fingerprint text not null,
  status int not null,
  body jsonb not null,
  created bigint not null
);

create table sandbox_stripe_delivery (
  event_id text primary key references sandbox_stripe_object (id),
  position bigint generated always as identity,
  attempts int not null default 0,
  next_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up'))
);
create index sandbox_stripe_delivery_waiting on sandbox_stripe_delivery (next_at) where state = 'waiting';
