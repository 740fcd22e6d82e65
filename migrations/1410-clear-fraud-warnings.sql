-- When an admin checked the payment and let the order go on; null: not yet.
alter table fraud_warning add column cleared_at timestamptz;
