import type { StripeObject } from '../objects.ts';
import type { Price } from './billing-objects.ts';

/**
 * What premium costs in the sandbox, the one place that says so. In production the price is made in Stripe's dashboard.
 */
const monthly = { amount: 400, currency: 'usd' };

/** Long before any sandbox began, so that lists by time have it at their end. */
const created = 1_700_000_000;
const productId = 'prod_sandbox_premium';

export const premiumProduct: StripeObject = {
  id: productId,
  object: 'product',
  created,
  active: true,
  name: 'Premium',
  description: 'More listings at a time, each shown for 30 days, and no advertising.',
  type: 'service',
  images: [],
  metadata: {},
  livemode: false,
};

/** The one price that the sandbox knows; its id is the configured one, as in production. */
export function premiumPrice(id: string): Price {
  return {
    id,
    object: 'price',
    created,
    active: true,
    billing_scheme: 'per_unit',
    currency: monthly.currency,
    unit_amount: monthly.amount,
    unit_amount_decimal: String(monthly.amount),
    type: 'recurring',
    recurring: { interval: 'month', interval_count: 1 },
    product: productId,
    tax_behavior: 'inclusive',
    metadata: {},
    livemode: false,
  };
}
