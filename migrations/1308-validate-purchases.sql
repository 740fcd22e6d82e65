-- A refund that is made in Stripe's dashboard is one refund there, and here one of each order of its purchase.
alter table refund drop constraint refund_stripe_refund_id_key;
alter table orders validate constraint orders_purchase_known;
alter table refund validate constraint refund_order_known;
alter table chargeback validate constraint chargeback_purchase_known;
alter table fraud_warning validate constraint fraud_warning_purchase_known;
