import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { TestMarket } from '#testing/server.ts';

/**
 * What the sample feature receives from Stripe, in the market of `sample-feature.test.ts`, which declares this with its own.
 */
export function testItsEarForStripe(
  given: () => { market: TestMarket; stored(who: string): Promise<{ text: string }[]> },
): void {
  test('a Stripe handler: its own types, of a connected account too, each event once, and no other feature receives them', async () => {
    const { market, stored } = given();
    const send = (id: string, type: string, account?: string) => {
      const event = {
        id,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(market.clock.now().getTime() / 1_000),
        data: { object: { id: 'po_1' } },
      };
      const payload = JSON.stringify(account ? { ...event, account } : event);
      const [secret = ''] = market.platform.config.stripe.webhookSecret.split(',');
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: event.created });
      return market.request('POST', '/api/stripe/webhook', {
        body: payload,
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      });
    };
    const sent: [string, string, string?][] = [
      ['evt_1', 'payout.failed'],
      ['evt_1', 'payout.failed'],
      ['evt_2', 'account.updated', 'acct_ann'],
      ['evt_3', 'payout.failed', 'acct_ann'],
      ['evt_4', 'account.updated'],
    ];
    for (const [id, type, account] of sent) expect((await send(id, type, account)).status).toBe(200);
    await market.runJobs();
    expect((await stored('stripe')).map(({ text }) => text)).toEqual([
      'account.updated po_1 of acct_ann',
      'payout.failed po_1 of the market',
    ]);
    const { rows } = await market.platform.pool.query(
      "select id, account from stripe_event where id like 'evt__' order by id",
    );
    expect(rows.map(({ id, account }) => `${id} ${account}`)).toEqual([
      'evt_1 null',
      'evt_2 acct_ann',
      'evt_3 acct_ann',
      'evt_4 null',
    ]);
  });
}
