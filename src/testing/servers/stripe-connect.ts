import { accountLink, openAccount } from '#platform/payments/connect/connect.ts';
import { params, post, type Sandboxed } from './stripe-sandbox.ts';

type Outcome = 'complete' | 'document_missing' | 'rejected';
let sellers = 0;

/** A seller's account in the sandbox, whose hosted page was filled in with this outcome. */
export async function onboarded({ stripe }: Pick<Sandboxed, 'stripe'>, outcome: Outcome, country = 'DE') {
  sellers += 1;
  const { id } = await openAccount({ stripe }, { sellerId: `seller${sellers}`, email: 'seller@example.com', country });
  await fillIn({ stripe }, id, outcome);
  return id;
}

/** Opens the hosted page of an account and sends its form. */
export async function fillIn({ stripe }: Pick<Sandboxed, 'stripe'>, id: string, outcome: Outcome) {
  const page = { refreshUrl: 'http://shop.test/again', returnUrl: 'http://shop.test/back' };
  const url = await accountLink({ stripe }, id, page);
  const form = new URLSearchParams({ outcome, accountNumber: 'DE89 3704 0044 0532 0130 00' });
  return post(url, form, 'application/x-www-form-urlencoded');
}

/** An account that can receive transfers: its review is over. */
export async function activeAccount(market: Pick<Sandboxed, 'stripe' | 'clock' | 'sandbox'>, country?: string) {
  const id = await onboarded(market, 'complete', country);
  await market.sandbox.settle();
  market.clock.advance(60_000);
  await market.sandbox.settle();
  return id;
}

/** A payment in euro through the hosted checkout; returns the charge. */
export async function payFor({ stripe }: Pick<Sandboxed, 'stripe'>, amount: number, group: string): Promise<string> {
  const item = { currency: 'eur', unit_amount: amount, product_data: { name: 'Cards' } };
  const session = await stripe.checkout.sessions.create(
    params({ line_items: [{ quantity: 1, price_data: item }], payment_intent_data: { transfer_group: group } }),
  );
  await post(`${session.url}/pay`, { card: '4242424242424242' });
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  const intent = paid.payment_intent;
  if (intent === null || typeof intent === 'string') throw new Error('the payment has no payment intent');
  return String(intent.latest_charge);
}
