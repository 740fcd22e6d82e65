import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { activeAccount, payFor } from '#testing/servers/stripe-connect.ts';
import { type Sandboxed, startSandbox } from '#testing/servers/stripe-sandbox.ts';
import { connectContract, type World } from './connect-contract.testing.ts';

describe('the sandbox', () => {
  let market: Sandboxed;
  beforeAll(async () => {
    market = await startSandbox(async () => 200);
  });
  afterAll(() => market.close());
  connectContract(() => ({
    stripe: market.stripe,
    activeAccount: () => activeAccount(market),
    pay: (amount, group) => payFor(market, amount, group),
    daysPass: async () => {
      market.clock.advance(4 * dayMs);
      await market.sandbox.settle();
      return true;
    },
    unique: randomUUID,
  }));
});

// By hand: STRIPE_TEST_KEY=sk_test_… STRIPE_TEST_ACCOUNT=acct_…, a recipient of that key's account whose onboarding is
// done. The payments' money is available at once, so that the account's balance covers reversals.
const { STRIPE_TEST_KEY: key, STRIPE_TEST_ACCOUNT: account } = process.env;
describe.skipIf(!key || !account)('Stripe’s test mode', () => {
  const stripe = new Stripe(key ?? 'none');
  const world: World = {
    stripe,
    activeAccount: async () => account ?? '',
    pay: async (amount, group) => {
      const intent = await stripe.paymentIntents.create({
        amount,
        currency: 'eur',
        payment_method: 'pm_card_bypassPending',
        allowed_payment_method_types: ['card'],
        confirm: true,
        transfer_group: group,
      });
      return String(intent.latest_charge);
    },
    // The payouts of earlier days are looked at.
    daysPass: async () => false,
    unique: randomUUID,
  };
  connectContract(() => world);
});
