-- Bookings of several orders and sellers: more accounts, several rows of one account, and rows of no order.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry drop constraint ledger_entry_transaction_id_account_key;
alter table ledger_entry alter column order_id drop not null;
alter table ledger_entry add column kind text;
alter table ledger_entry add column purchase_id text;
alter table ledger_entry add column seller_id text;
-- Stripe's object that moved the money, on the rows of the transaction that it caused.
alter table ledger_entry add column stripe_id text;
alter table ledger_entry add constraint ledger_entry_account check (account in (
  'stripe', 'order', 'seller', 'debt', 'fee', 'buyer_fee', 'tax', 'stripe_fee', 'loss', 'host')) not valid;
