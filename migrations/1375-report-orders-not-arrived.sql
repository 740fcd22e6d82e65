-- An order that was sent can be reported as not arrived from this day on. Null for orders that were sent before: they
-- can be reported at any time.
alter table orders add column report_missing_from timestamptz;

-- What the market bears itself of a refund, or of what a bank took: the seller keeps it.
alter table refund add column covered_amount bigint not null default 0;
alter table chargeback_part add column covered_amount bigint not null default 0;

alter table order_case drop constraint order_case_kind_check;
alter table order_case add constraint order_case_kind_check
  check (kind in ('cancellation', 'problem', 'withdrawal', 'not_arrived')) not valid;
alter table order_case drop constraint order_case_state_check;
alter table order_case add constraint order_case_state_check
  check (state in ('open', 'proposed', 'return_awaited', 'return_sent', 'delivery_shown', 'decision', 'closed')) not valid;

alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check
  check (cause in ('late_payment', 'cancel', 'seller', 'operator', 'stripe', 'agreement', 'not_arrived')) not valid;
