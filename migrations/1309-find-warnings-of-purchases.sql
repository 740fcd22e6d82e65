-- outside a transaction
create index concurrently fraud_warning_purchase on fraud_warning (purchase_id);
