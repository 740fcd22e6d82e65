/**
 * The life of a subscription, as data. Our code makes no moves: Stripe does, and the record converges to what Stripe
 * says. What each state gives, which of several subscriptions counts and what a grant must not hide are derived from
 * it.
 */

/**
 * `ending` is paid for and canceled, `granted` premium from an admin without a payment, `none` that there never was
 * one.
 */
export const subscriptionStates = [
  'none',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'ending',
  'ended',
  'granted',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** `stripe` includes payments and their retries, `timer` is the app's own clock. */
export const subscriptionMovers = ['member', 'stripe', 'operator', 'timer'] as const;
export type SubscriptionMover = (typeof subscriptionMovers)[number];

export const subscriptionVerbs = [
  'subscribe',
  'pay',
  'fail',
  'give_up',
  'pause',
  'cancel',
  'keep',
  'end',
  'grant',
  'revoke',
  'charge_back',
] as const;
export type SubscriptionVerb = (typeof subscriptionVerbs)[number];

export interface SubscriptionTransition {
  verb: SubscriptionVerb;
  from: readonly SubscriptionState[];
  to: SubscriptionState;
  by: readonly SubscriptionMover[];
}

/** States in which Stripe demands a payment and premium is not given. */
const owing = ['incomplete', 'past_due', 'unpaid', 'paused'] as const satisfies readonly SubscriptionState[];

export const subscriptionTransitions: readonly SubscriptionTransition[] = [
  { verb: 'subscribe', from: ['none', 'ended', 'granted'], to: 'active', by: ['member'] },
  { verb: 'subscribe', from: ['none', 'ended', 'granted'], to: 'trialing', by: ['member'] },
  // The bank requires more before the first payment. A grant takes precedence over an unpaid subscription.
  { verb: 'subscribe', from: ['none', 'ended'], to: 'incomplete', by: ['member'] },
  // The next month too: what is paid goes on.
  { verb: 'pay', from: ['trialing', 'active', ...owing], to: 'active', by: ['stripe'] },
  { verb: 'fail', from: ['trialing', 'active'], to: 'past_due', by: ['stripe'] },
  { verb: 'pause', from: ['trialing'], to: 'paused', by: ['stripe'] },
  { verb: 'give_up', from: ['past_due'], to: 'unpaid', by: ['stripe'] },
  { verb: 'give_up', from: ['incomplete', 'past_due'], to: 'ended', by: ['stripe'] },
  // To the end of what is paid; what is owed ends at once.
  { verb: 'cancel', from: ['trialing', 'active', 'granted'], to: 'ending', by: ['member'] },
  { verb: 'cancel', from: owing, to: 'ended', by: ['member', 'operator'] },
  { verb: 'keep', from: ['ending'], to: 'active', by: ['member'] },
  { verb: 'end', from: ['ending', 'granted'], to: 'ended', by: ['timer'] },
  // From `ending` only a grant: a paid subscription stays with Stripe.
  { verb: 'grant', from: ['none', 'ended', 'granted', 'ending'], to: 'granted', by: ['operator'] },
  { verb: 'revoke', from: ['granted'], to: 'ended', by: ['operator'] },
  // The buyer's bank has taken a payment back for good.
  { verb: 'charge_back', from: ['trialing', 'active', ...owing, 'ending'], to: 'ended', by: ['stripe'] },
];

/** What ends each non-final state: who acts, and whether a timer ends it without an action. */
export const subscriptionWaits: Readonly<
  Partial<
    Record<SubscriptionState, { verb: SubscriptionVerb; by: SubscriptionMover; ends: 'by itself' | 'by somebody' }>
  >
> = {
  incomplete: { verb: 'give_up', by: 'stripe', ends: 'by itself' },
  trialing: { verb: 'pay', by: 'stripe', ends: 'by itself' },
  active: { verb: 'pay', by: 'stripe', ends: 'by itself' },
  past_due: { verb: 'give_up', by: 'stripe', ends: 'by itself' },
  unpaid: { verb: 'cancel', by: 'member', ends: 'by somebody' },
  paused: { verb: 'cancel', by: 'member', ends: 'by somebody' },
  ending: { verb: 'end', by: 'timer', ends: 'by itself' },
  granted: { verb: 'end', by: 'timer', ends: 'by itself' },
};

/** States without a wait. */
export const finalSubscriptionStates: readonly SubscriptionState[] = ['none', 'ended'];

/**
 * Stripe's statuses, and which subscription counts where a customer has had several: the lowest number. Running goes
 * before owing, owing before ended.
 */
export const stripeStatuses: Readonly<Record<string, { state: SubscriptionState; counts: 0 | 1 | 2 | 3 | 4 }>> = {
  active: { state: 'active', counts: 0 },
  trialing: { state: 'trialing', counts: 0 },
  past_due: { state: 'past_due', counts: 1 },
  unpaid: { state: 'unpaid', counts: 2 },
  paused: { state: 'paused', counts: 2 },
  incomplete: { state: 'incomplete', counts: 3 },
  canceled: { state: 'ended', counts: 4 },
  incomplete_expired: { state: 'ended', counts: 4 },
};

/** Whether Stripe gives what was paid for in a status of its own. */
export function isRunning(status: string | null): boolean {
  return stripeStatuses[status ?? '']?.counts === 0;
}

/** Whether Stripe demands a payment in this status and premium is not given. */
export function isOwing(status: string | null): boolean {
  const state = stripeStatuses[status ?? '']?.state;
  return owing.some((one) => one === state);
}
