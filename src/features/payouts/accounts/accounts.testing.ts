import { passTime } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { post } from '#testing/servers/stripe-sandbox.ts';
import type { ShownAccount } from '../contract.ts';

type Outcome = 'complete' | 'document_missing' | 'rejected';
const form = 'application/x-www-form-urlencoded';

/** The link to Stripe's page for a payout account. */
export async function openLink(market: TestMarket, seller: TestMember, body: { country?: string } = { country: 'DE' }) {
  return market.request('POST', '/api/payouts/account/link', { as: seller, body });
}

/** Fills in Stripe's page: it returns to the site. Everything that follows has happened. */
export async function fillIn(market: TestMarket, url: string, outcome: Outcome): Promise<void> {
  const sent = await post(url, new URLSearchParams({ outcome, accountNumber: 'DE89370400440532013000' }), form);
  if (sent.status !== 303) throw new Error(`Stripe’s page answered ${sent.status}`);
  await passTime(market);
}

/** Sets up payouts up to what a person chooses on Stripe's page. */
export async function setUpPayouts(market: TestMarket, seller: TestMember, outcome: Outcome): Promise<string> {
  const { status, body } = await openLink(market, seller);
  if (status !== 200) throw new Error(`the link answered ${status}: ${JSON.stringify(body)}`);
  await fillIn(market, body.url, outcome);
  return stripeAccountOf(market, seller);
}

/** A seller whose payout account is active. */
export async function activatePayouts(market: TestMarket, seller: TestMember): Promise<string> {
  const id = await setUpPayouts(market, seller, 'complete');
  await passTime(market, minuteMs);
  return id;
}

export async function accountOf(market: TestMarket, seller: TestMember): Promise<ShownAccount> {
  return (await market.request('GET', '/api/payouts/account', { as: seller })).body;
}

export async function stripeAccountOf({ platform }: TestMarket, { id }: TestMember): Promise<string> {
  const { rows } = await platform.pool.query('select stripe_account_id from payout_account where seller_id = $1', [id]);
  return rows[0]?.stripe_account_id ?? '';
}

/** Decides at Stripe about an account. */
export async function decideAtStripe(
  market: TestMarket,
  account: string,
  to: 'verified' | 'restricted' | 'rejected' | 'closed' | 'document_asked',
): Promise<void> {
  const { status } = await market.request('POST', `/sandbox/stripe/accounts/${account}`, { body: { to } });
  if (status !== 200) throw new Error(`the sandbox answered ${status}`);
}
