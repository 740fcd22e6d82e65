-- The file at Stripe with the record of a chargeback's orders, once it is uploaded.
alter table chargeback add column evidence_file text;
