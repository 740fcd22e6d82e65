-- What buyer and seller settle about a paid order: a cancellation, a problem, a withdrawal. Its steps are notes in the
-- order's history.
create table order_case (
  id text primary key,
  order_id text not null references orders (id),
  kind text not null check (kind in ('cancellation', 'problem', 'withdrawal')),
  state text not null check (state in ('open', 'proposed', 'return_awaited', 'return_sent', 'decision', 'closed')),
  -- Null while it is open.
  outcome text,
  -- {"kind": "refund", "amount": 500}, {"kind": "return"} or {"kind": "nothing"}, with "by": the side that proposed it.
  proposal jsonb,
  -- The items that a withdrawal is for; null: all.
  positions smallint[],
  carrier text,
  tracking_number text,
  -- When a timer moves it on; null where none does.
  due_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'closed') = (outcome is not null))
);
create unique index order_case_open on order_case (order_id) where state <> 'closed';
create index order_case_order on order_case (order_id);
create index order_case_due on order_case (due_at) where state <> 'closed' and due_at is not null;

-- Problems that are open now. `orders.reconcile` finds their timers.
insert into order_case (id, order_id, kind, state, due_at, created_at, updated_at)
select id, id, 'problem', 'open', now() + interval '5 days', status_since, now() from orders where status = 'disputed';

alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check
  check (cause in ('late_payment', 'cancel', 'seller', 'operator', 'stripe', 'agreement')) not valid;
