-- outside a transaction
create index concurrently sandbox_stripe_object_payouts on sandbox_stripe_object (((data #>> '{sandbox,nextAt}')::bigint)) where object in ('balance_settings', 'payout');
