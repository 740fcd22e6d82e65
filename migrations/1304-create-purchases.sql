-- A purchase is what is paid: one payment page and one payment for the orders of one or more sellers. It takes the place of `payment`.
create table purchase (
  id text primary key,
  buyer_id text not null,
  status text not null check (status in ('open', 'paid', 'canceled')),
  -- Everything or nothing, or whatever is still available.
  mode text not null check (mode in ('all', 'available')),
  currency text not null,
  items_amount bigint not null,
  shipping_amount bigint not null,
  total_amount bigint not null check (total_amount = items_amount + shipping_amount),
  hold_expires_at timestamptz not null,
  -- Which of the buyer's five places for unpaid purchases it takes.
  hold_slot smallint check (hold_slot between 1 and 5),
  -- Stored before Stripe is called, so that a retry after a crash is the same request to Stripe.
  idempotency_key text not null unique,
  session_id text unique,
  session_url text,
  session_expires_at timestamptz not null,
  payment_intent_id text unique,
  charge_id text unique,
  captured_amount bigint not null default 0,
  captured_at timestamptz,
  -- Readings of the payment's chargebacks are numbered before Stripe is called.
  chargeback_reading bigint not null default 0,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint purchase_captured check ((captured_at is null) = (captured_amount = 0))
);
create unique index purchase_hold_slot on purchase (buyer_id, hold_slot) where status = 'open';
create index purchase_buyer on purchase (buyer_id, created_at desc, id desc);
create index purchase_overdue on purchase (hold_expires_at) where status = 'open';

alter table orders add column purchase_id text;

-- Processes of the version before write `payment`: their orders get purchases of the same id, for one release.
create function follow_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into purchase (id, buyer_id, status, mode, currency, items_amount, shipping_amount, total_amount, hold_expires_at, idempotency_key,
      session_id, session_url, session_expires_at, payment_intent_id, captured_amount, captured_at, created_at, updated_at)
    select o.id, o.buyer_id, 'open', 'all', new.currency, o.items_amount, o.shipping_amount, o.total_amount, o.hold_expires_at, new.idempotency_key,
      new.session_id, new.session_url, new.session_expires_at, new.payment_intent_id, new.captured_amount, new.captured_at, o.created_at, o.updated_at
    from orders o where o.id = new.order_id;
    update orders set purchase_id = id where id = new.order_id;
  else
    update purchase set session_id = new.session_id, session_url = new.session_url, session_expires_at = new.session_expires_at,
      payment_intent_id = new.payment_intent_id, captured_amount = new.captured_amount, captured_at = new.captured_at,
      chargeback_reading = greatest(chargeback_reading, new.chargeback_reading)
    where id = new.order_id;
  end if;
  return null;
end $$;
-- allow changes-others-writes: an order of an older process gets its purchase, and no write of it is refused
create trigger payment_followed after insert or update on payment for each row execute function follow_payment();

-- The state of such a purchase is that of its one order.
create function follow_order() returns trigger language plpgsql as $$
declare
  now_is text := case when new.paid_at is not null then 'paid' when new.status = 'canceled' then 'canceled' else 'open' end;
begin
  update purchase set status = now_is, updated_at = new.updated_at, version = version + 1 where id = new.id and status <> now_is;
  return null;
end $$;
-- allow changes-others-writes: the purchase of an older process's order moves with it, and no write of it is refused
create trigger orders_followed after update of status on orders for each row
  when (new.purchase_id = new.id and old.status <> new.status) execute function follow_order();

-- And an older process finds a payment booked that a newer one has booked.
create function follow_capture() returns trigger language plpgsql as $$
begin
  update payment set session_id = new.session_id, session_url = new.session_url, payment_intent_id = new.payment_intent_id,
    captured_amount = new.captured_amount, captured_at = new.captured_at
  where order_id = new.id and captured_at is null;
  return null;
end $$;
create trigger purchase_followed after update of captured_at on purchase for each row
  when (old.captured_at is null and new.captured_at is not null) execute function follow_capture();

-- What is there already. The trigger keeps writers of `payment` out until this is through.
insert into purchase (id, buyer_id, status, mode, currency, items_amount, shipping_amount, total_amount, hold_expires_at, hold_slot, idempotency_key,
  session_id, session_url, session_expires_at, payment_intent_id, captured_amount, captured_at, chargeback_reading, created_at, updated_at)
select o.id, o.buyer_id, case when o.paid_at is not null then 'paid' when o.status = 'canceled' then 'canceled' else 'open' end, 'all', p.currency,
  o.items_amount, o.shipping_amount, o.total_amount, o.hold_expires_at, o.hold_slot, p.idempotency_key,
  p.session_id, p.session_url, p.session_expires_at, p.payment_intent_id, p.captured_amount, p.captured_at, p.chargeback_reading, o.created_at, o.updated_at
from payment p join orders o on o.id = p.order_id;
-- allow many-rows-at-once: one short update of a column that nobody reads yet, and an order's row is locked for moments only
update orders set purchase_id = id where purchase_id is null and exists (select from purchase p where p.id = orders.id);
