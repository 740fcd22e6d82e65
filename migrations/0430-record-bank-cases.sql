-- What banks say of payments of premium, as Stripe last said it: a chargeback that asks for one back, or a warning that it may be fraud.
create table premium_bank_case (
  -- Stripe's own id of the dispute or the warning.
  id text primary key,
  kind text not null check (kind in ('chargeback', 'fraud_warning')),
  -- Null once the member has gone.
  user_id text,
  customer_id text not null,
  -- Stripe's word of a chargeback; of a warning its kind of fraud.
  status text not null,
  amount bigint,
  currency text,
  answer_due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Grows with each reading of Stripe that was written.
  reading int not null
);
create index premium_bank_case_user on premium_bank_case (user_id);
create index premium_bank_case_open on premium_bank_case (opened_at) where closed_at is null;
