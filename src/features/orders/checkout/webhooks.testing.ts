import Stripe from 'stripe';
import { expect } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { buyPlaced, cards, makePremium, pay } from '../testing.ts';

/** The present secret and the one before it. */
export const secrets = ['whsec_new_one', 'whsec_old_one'] as const;

/** A test app whose Stripe events the test delivers, with a seller and two buyers. */
export async function subscribe() {
  const market = await startTestMarket({ env: { STRIPE_WEBHOOK_SECRET: secrets.join(',') } });
  const [seller, buyer, other] = await Promise.all([
    market.signUp('mara_sells'),
    market.signUp('ben_buys'),
    market.signUp('olga_too'),
  ]);
  await makePremium(market, seller);
  return { market, seller, buyer, other, ...subscription(market, buyer) };
}

function subscription(market: TestMarket, buyer: TestMember) {
  const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;

  const sign = (payload: string, secret: string = secrets[0], at = market.clock.now()) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) });

  async function send(payload: string, signature: string | null = sign(payload)): Promise<number> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    };
    const response = await fetch(`${market.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
    await response.arrayBuffer();
    return response.status;
  }

  /**
   * Buys, has a card declined once, and pays; no event has been delivered yet. Returns the six events in the order in
   * which they happened.
   */
  async function silentPurchase(
    listingId: string,
  ): Promise<{ orderId: string; checkoutUrl: string; events: string[] }> {
    // Hundreds of purchases by one buyer are these tests' way, not a person's.
    await rows("delete from limit_counter where key like 'orders.%'");
    const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
    expect((await pay(checkoutUrl, cards.declined)).status).toBe(402);
    expect((await pay(checkoutUrl)).status).toBe(200);
    const found = await rows(
      `select o.data from sandbox_stripe_object o join sandbox_stripe_delivery d on d.event_id = o.id
       where coalesce(o.data #>> '{data,object,metadata,orderId}', '') = $1 order by d.position`,
      [order.id],
    );
    return { orderId: order.id, checkoutUrl, events: found.map((row) => JSON.stringify(row.data)) };
  }

  return { rows, sign, send, silentPurchase };
}

export type Subscription = Awaited<ReturnType<typeof subscribe>>;
