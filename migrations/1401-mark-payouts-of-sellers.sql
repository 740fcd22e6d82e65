-- A payout to the bank that the seller started at Stripe, which names no orders of it.
alter table bank_payout add column is_automatic boolean not null default true;
-- What such a payout took beyond the orders that it covers: the next one starts with it.
alter table bank_payout add column rest bigint not null default 0;
