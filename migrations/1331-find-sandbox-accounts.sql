-- outside a transaction
create index concurrently sandbox_stripe_object_account on sandbox_stripe_object ((data #>> '{sandbox,account}'), object) where data #>> '{sandbox,account}' is not null;
