import { decideAtStripe } from '#features/payouts/accounts/accounts.testing.ts';
import type { Faults } from '#platform/payments/sandbox/faults.ts';
import { attempt } from './acts.testing.ts';
import { any, chance, type History, rowsOf, upTo, type World } from './world.testing.ts';

/** The buyer's bank, and the operator in Stripe's dashboard. */
export async function bankActs(world: World, history: History): Promise<void> {
  const { random, moves, purchaseId } = history;
  const [paid] = await rowsOf<{ intent: string; total: number }>(
    world,
    'select payment_intent_id as intent, captured_amount::int as total from purchase where id = $1 and captured_at is not null',
    [purchaseId],
  );
  if (!paid) return;
  const disputes = await rowsOf<{ id: string }>(
    world,
    `select id from sandbox_stripe_object where object = 'dispute' and data ->> 'payment_intent' = $1
       and data ->> 'status' not in ('won', 'lost', 'warning_closed')`,
    [paid.intent],
  );
  if (disputes.length > 0) {
    const outcome = any(random, ['won', 'lost', 'escalated']);
    return bank(world, moves, `disputes/${any(random, disputes).id}/decide`, { outcome });
  }
  const amount = chance(random, 0.5) ? upTo(random, paid.total) : undefined;
  const what = any(random, ['dispute', 'refund', 'warning'] as const);
  if (what === 'warning') return bank(world, moves, 'fraud-warnings', { purchaseId });
  if (what === 'dispute') {
    const inquiry = chance(random, 0.3);
    return bank(world, moves, 'disputes', { purchaseId, inquiry, ...(amount && { amount }) });
  }
  const { stripe } = world.market.platform.payments;
  const refund = { payment_intent: paid.intent, ...(amount && { amount }) };
  const done = await stripe.refunds.create(refund).catch(({ code }: { code?: string }) => ({ id: code ?? 'refused' }));
  moves.push(`Stripe’s dashboard refunds ${amount ?? 'all'}: ${done.id}`);
}

/** Stripe's sandbox refuses what a bank could not do. */
async function bank({ market }: World, log: string[], what: string, body: object): Promise<void> {
  const { status } = await market.request('POST', `/sandbox/stripe/${what}`, { body });
  if (status >= 500) throw new Error(`${what} answered ${status}`);
  log.push(`${what} ${JSON.stringify(body)}: ${status}`);
}

/** Stripe decides about a seller's account, for most of the time that it is well. */
export async function accountChanges(world: World): Promise<void> {
  const { random, sellers, market, events } = world;
  const { account, username } = any(random, sellers);
  if (account === null) return;
  const to = any(random, ['verified', 'verified', 'verified', 'restricted', 'document_asked'] as const);
  await attempt(world, events, `the account of ${username} is ${to}`, () => decideAtStripe(market, account, to));
}

const troubles: readonly Partial<Faults>[] = [
  { down: true },
  { loseAnswers: true },
  { duplicateWebhooks: true, shuffleWebhooks: true },
  { dropWebhooks: true },
  { refunds: 'fail' },
  { refunds: 'refuse' },
  { transfers: 'short' },
  { transfers: 'refuse' },
  { reversals: 'refuse' },
  { payouts: 'fail' },
  { payouts: 'fail_after_paid' },
];

/** Stripe is in trouble from now on. */
export async function troubleStarts(world: World): Promise<void> {
  const faults = any(world.random, troubles);
  await setTrouble(world, faults);
  world.events.push(`trouble: ${JSON.stringify(faults)}`);
}

export async function setTrouble(world: World, faults: Partial<Faults> | null): Promise<void> {
  const { status } = faults
    ? await world.market.request('POST', '/sandbox/stripe/faults', { body: faults })
    : await world.market.request('DELETE', '/sandbox/stripe/faults');
  if (status !== 200) throw new Error(`the faults answered ${status}`);
  world.isTroubled = faults !== null;
}
