-- What the buyer's bank asks back of a payment, as Stripe last said it, and a bank's warnings that a payment may be fraud.
create table chargeback (
  -- Stripe's own id of the dispute.
  id text primary key,
  order_id text not null references payment (order_id),
  status text not null,
  reason text not null,
  amount bigint not null,
  is_refundable boolean not null,
  -- What the bank has taken and is booked as gone.
  taken_amount bigint not null default 0,
  bookings int not null default 0,
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Which reading of Stripe this is from, and when it was written.
  reading bigint not null,
  read_at timestamptz not null,
  -- What an operator sent to the bank, and in answer to which status: each is answered once.
  evidence jsonb,
  evidence_for text,
  evidence_by text,
  evidence_asked_at timestamptz,
  evidence_sent_at timestamptz,
  evidence_failure text
);
create index chargeback_order on chargeback (order_id);
create index chargeback_open on chargeback (opened_at) where closed_at is null;

create table fraud_warning (
  id text primary key,
  order_id text not null references payment (order_id),
  fraud_type text not null,
  is_actionable boolean not null,
  warned_at timestamptz not null
);
create index fraud_warning_order on fraud_warning (order_id);

-- Readings of a payment's chargebacks are numbered before Stripe is asked, so that a late answer does not undo a newer one.
alter table payment add column chargeback_reading bigint not null default 0;
