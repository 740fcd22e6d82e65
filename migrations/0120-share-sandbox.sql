-- Sandbox only: what its Stripe was told to do wrong, the same for all processes of a market.
create table sandbox_fault (
  only_row boolean primary key default true check (only_row),
  faults jsonb not null
);
insert into sandbox_fault (faults) values ('{}');

-- Which process carries a webhook, for as long as it may take: two must not send the same one.
alter table sandbox_stripe_delivery add column claimed_until timestamptz;
