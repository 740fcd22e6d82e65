import type Stripe from 'stripe';
import type { TestMarket, TestMember } from '#testing/server.ts';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const;

export const check = async (market: TestMarket, as: TestMember) =>
  (await market.request('GET', '/api/stripe/check-subscription', { as })).body;

export const openCheckout = (market: TestMarket, as: TestMember) =>
  market.request('POST', '/api/stripe/create-checkout', { as });

/** Does what a browser does on the hosted page. */
export async function payAt(url: string, card: string = cards.good): Promise<number> {
  const response = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Moves the one clock; what became due on either side has happened when this resolves. */
export async function passTime(market: TestMarket, days = 0): Promise<void> {
  const answer = await market.request('POST', '/sandbox/stripe/advance', { body: { days } });
  if (answer.status !== 200) throw new Error(`the clock answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Null clears them. */
export async function setFaults(market: TestMarket, faults: Record<string, unknown> | null): Promise<void> {
  const { status } = await market.request(
    faults ? 'POST' : 'DELETE',
    '/sandbox/stripe/faults',
    faults ? { body: faults } : {},
  );
  if (status !== 200) throw new Error(`the faults answered ${status}`);
}

/** A new session for a member whose session has expired after days. */
export async function signInAgain(market: TestMarket, member: TestMember): Promise<TestMember> {
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { ...member, cookie };
}

/** A member who has paid for premium, and all that follows from it. */
export async function subscriber(market: TestMarket, name: string, card: string = cards.good): Promise<TestMember> {
  const member = await market.signUp(name);
  const { status, body } = await openCheckout(market, member);
  if (status !== 200) throw new Error(`the checkout answered ${status}: ${JSON.stringify(body)}`);
  if ((await payAt(body.url, card)) !== 200) throw new Error('the card was not taken');
  await passTime(market);
  return member;
}

export async function recordOf(market: TestMarket, member: TestMember) {
  const { rows } = await market.platform.pool.query('select * from subscription where user_id = $1', [member.id]);
  return rows[0] ?? null;
}

/**
 * The signed events of a member's customer that Stripe knows, in the order in which they happened; without those of the
 * payment itself, which say nothing of a subscription.
 */
export async function eventsOf(market: TestMarket, member: TestMember): Promise<Stripe.Event[]> {
  const { rows } = await market.platform.pool.query(
    `select o.data from sandbox_stripe_object o join sandbox_stripe_delivery d on d.event_id = o.id
     where o.data ->> 'type' not like 'payment_intent.%' and o.data #>> '{data,object,customer}' = (select stripe_customer_id from subscription where user_id = $1) order by d.position`,
    [member.id],
  );
  return rows.map((row) => row.data);
}

export async function mailsTo(market: TestMarket, member: TestMember): Promise<{ subject: string; text: string }[]> {
  return (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(member.email)}`)).body;
}
