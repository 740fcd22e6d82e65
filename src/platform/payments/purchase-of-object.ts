import type Stripe from 'stripe';
import type { Payments } from './payments.ts';
import { purchaseIn } from './purchase-metadata.ts';

/**
 * The purchase that a payment, refund or dispute at Stripe is for, by the payment's metadata; null where it is for none,
 * as with a membership.
 */
export async function purchaseOfObject({ stripe }: Pick<Payments, 'stripe'>, id: string): Promise<string | null> {
  return purchaseIn((await chargeOf(stripe, id))?.metadata);
}

async function chargeOf(stripe: Stripe, id: string): Promise<Stripe.Charge | null> {
  if (/^(ch|py)_/.test(id)) return stripe.charges.retrieve(id);
  const expand = ['charge'];
  const { charge = null } = /^(re|pyr)_/.test(id)
    ? await stripe.refunds.retrieve(id, { expand })
    : /^(dp|du)_/.test(id)
      ? await stripe.disputes.retrieve(id, { expand })
      : {};
  return typeof charge === 'object' ? charge : null;
}
