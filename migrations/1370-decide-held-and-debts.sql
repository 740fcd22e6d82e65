-- When an admin released the money of an order before its time.
alter table order_payout add column decided_at timestamptz;

-- Since when a seller owes more, or for longer, than the market waits for: no new listings.
alter table seller_balance add column overdue_since timestamptz;
