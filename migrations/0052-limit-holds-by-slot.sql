-- A buyer's unpaid orders each take one of five places. The unique index settles two orders placed at the same moment, without a lock of their own.
alter table orders add column hold_slot smallint check (hold_slot between 1 and 5);
drop index orders_unpaid;
create unique index orders_hold_slot on orders (buyer_id, hold_slot) where status = 'pending_payment';
