import { dayMs, hourMs, lasting } from '#kernel/time.ts';

/**
 * The life of a case, as data: what buyer and seller settle about a paid order. Guards, buttons and timers are derived
 * from it.
 */
export const caseKinds = ['cancellation', 'problem', 'not_arrived', 'withdrawal'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStates = [
  'open',
  'proposed',
  'delivery_shown',
  'return_awaited',
  'return_sent',
  'decision',
  'closed',
] as const;
export type CaseState = (typeof caseStates)[number];

/**
 * How it ended. `refunded`: by the published rule, because the order did not arrive. `ended`: the order went on without
 * it, for example with a full refund by the seller.
 */
export const caseOutcomes = ['canceled', 'declined', 'agreed', 'returned', 'refunded', 'ended'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export const caseVerbs = [
  'propose',
  'accept',
  'decline',
  'take_back',
  'send_return',
  'receive_return',
  'contest_return',
  'show_delivery',
  'contest_delivery',
] as const;
export type CaseVerb = (typeof caseVerbs)[number];

export type CaseSide = 'buyer' | 'seller';

interface CaseTransition {
  verb: CaseVerb;
  kinds: readonly CaseKind[];
  from: readonly CaseState[];
  /** `proposer` and `other` are the sides of the proposal. */
  by: readonly (CaseSide | 'proposer' | 'other')[];
  /** Only for an order with a tracking number. */
  needsTracking?: true;
}

const caseTransitions: readonly CaseTransition[] = [
  { verb: 'propose', kinds: ['problem', 'not_arrived'], from: ['open', 'decision'], by: ['buyer', 'seller'] },
  // A proposal is answered by another one.
  { verb: 'propose', kinds: ['problem', 'not_arrived'], from: ['proposed'], by: ['other'] },
  { verb: 'accept', kinds: ['problem', 'not_arrived', 'cancellation'], from: ['proposed'], by: ['other'] },
  { verb: 'decline', kinds: ['problem', 'not_arrived', 'cancellation'], from: ['proposed'], by: ['other'] },
  { verb: 'take_back', kinds: ['problem', 'not_arrived', 'cancellation'], from: ['proposed'], by: ['proposer'] },
  { verb: 'send_return', kinds: ['problem', 'withdrawal'], from: ['return_awaited'], by: ['buyer'] },
  // A parcel may arrive before the buyer has said that it was sent.
  { verb: 'receive_return', kinds: ['problem', 'withdrawal'], from: ['return_awaited', 'return_sent'], by: ['seller'] },
  // It has not arrived, or not as it was sent: an admin decides.
  { verb: 'contest_return', kinds: ['problem', 'withdrawal'], from: ['return_sent'], by: ['seller'] },
  // The carrier's page says that it was delivered.
  { verb: 'show_delivery', kinds: ['not_arrived'], from: ['open', 'proposed'], by: ['seller'], needsTracking: true },
  // The buyer has not got it all the same: an admin decides.
  { verb: 'contest_delivery', kinds: ['not_arrived'], from: ['delivery_shown'], by: ['buyer'] },
];

export const caseTimes = {
  /** The seller answers a request to cancel; silence is yes. */
  cancelWithinMs: 48 * hourMs,
  /** Buyer and seller agree about a problem; then a decision is requested. */
  agreeWithinMs: 5 * dayMs,
  /** The buyer contests what tracking shows; silence means that the order has arrived. */
  contestWithinMs: 5 * dayMs,
  /** The buyer sends a card back. */
  returnWithinMs: 14 * dayMs,
  /** The seller confirms that it is back, or reports a problem with it; silence is yes. */
  receiveWithinMs: 14 * dayMs,
  /** A consumer may withdraw from a purchase from a trader after the delivery. */
  withdrawWithinMs: 14 * dayMs,
} as const;

/** The same as words inside a sentence. */
export const caseDeadlines = {
  cancel: lasting(caseTimes.cancelWithinMs),
  agree: lasting(caseTimes.agreeWithinMs),
  contest: lasting(caseTimes.contestWithinMs),
  return: lasting(caseTimes.returnWithinMs),
  receive: lasting(caseTimes.receiveWithinMs),
  withdraw: lasting(caseTimes.withdrawWithinMs),
} as const;

/** How long a case stays in a state before its timer moves it on; null where nothing does. */
export function timeIn(kind: CaseKind, state: CaseState): number | null {
  switch (state) {
    case 'open':
      return kind === 'problem' || kind === 'not_arrived' ? caseTimes.agreeWithinMs : null;
    case 'proposed':
      return kind === 'cancellation' ? caseTimes.cancelWithinMs : caseTimes.agreeWithinMs;
    case 'delivery_shown':
      return caseTimes.contestWithinMs;
    case 'return_awaited':
      return caseTimes.returnWithinMs;
    case 'return_sent':
      return caseTimes.receiveWithinMs;
    default:
      return null;
  }
}

interface Acting {
  kind: CaseKind;
  state: CaseState;
  proposal: { by: CaseSide } | null;
}

/** Whether this side may do that now; `hasTracking`: whether its order has a tracking number. */
export function mayActOn(
  verb: CaseVerb,
  side: CaseSide,
  { kind, state, proposal }: Acting,
  hasTracking: boolean,
): boolean {
  const role = proposal && (proposal.by === side ? 'proposer' : 'other');
  return caseTransitions.some(
    (one) =>
      one.verb === verb &&
      one.kinds.includes(kind) &&
      one.from.includes(state) &&
      (hasTracking || !one.needsTracking) &&
      (one.by.includes(side) || (role !== null && one.by.includes(role))),
  );
}
