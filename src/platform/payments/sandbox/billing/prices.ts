import type { StripeObject } from '../objects.ts';
import type { Price } from './billing-objects.ts';

/** The sandbox's price of premium, defined only here. In production the price is defined in Stripe's dashboard. */
const monthly = { amount: 400, currency: 'usd' };

/** Before any other object, so that lists by time have it at the end. */
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

/** The sandbox's only price; its id is the configured one, as in production. */
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
