-- Billing of the stand-in of Stripe: what is due next, and what belongs to a customer.
create index sandbox_stripe_object_customer on sandbox_stripe_object ((data ->> 'customer')) where data ->> 'customer' is not null;
create index sandbox_stripe_object_due on sandbox_stripe_object (((data #>> '{sandbox,nextAt}')::bigint)) where object = 'subscription';
