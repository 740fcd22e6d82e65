import { dayMs, hourMs, lasting } from '#kernel/time.ts';

/**
 * The life of a case, as data: what buyer and seller settle about a paid order. Guards, buttons and timers are derived
 * from it.
 */
export const caseKinds = ['cancellation', 'problem', 'withdrawal'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStates = ['open', 'proposed', 'return_awaited', 'return_sent', 'decision', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

/** How it ended. `ended`: the order went on without it, for example with a full refund by the seller. */
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
] as const;
export type CaseVerb = (typeof caseVerbs)[number];

export type CaseSide = 'buyer' | 'seller';

interface CaseTransition {
  verb: CaseVerb;
  kinds: readonly CaseKind[];
  from: readonly CaseState[];
  /** `proposer` and `other` are the sides of the proposal. */
  by: readonly (CaseSide | 'proposer' | 'other')[];
}

const caseTransitions: readonly CaseTransition[] = [
  { verb: 'propose', kinds: ['problem'], from: ['open', 'decision'], by: ['buyer', 'seller'] },
  // A proposal is answered by another one.
  { verb: 'propose', kinds: ['problem'], from: ['proposed'], by: ['other'] },
  { verb: 'accept', kinds: ['problem', 'cancellation'], from: ['proposed'], by: ['other'] },
  { verb: 'decline', kinds: ['problem', 'cancellation'], from: ['proposed'], by: ['other'] },
  { verb: 'take_back', kinds: ['problem', 'cancellation'], from: ['proposed'], by: ['proposer'] },
  { verb: 'send_return', kinds: ['problem', 'withdrawal'], from: ['return_awaited'], by: ['buyer'] },
  // A parcel may arrive before the buyer has said that it was sent.
  { verb: 'receive_return', kinds: ['problem', 'withdrawal'], from: ['return_awaited', 'return_sent'], by: ['seller'] },
  // It has not arrived, or not as it was sent: an admin decides.
  { verb: 'contest_return', kinds: ['problem', 'withdrawal'], from: ['return_sent'], by: ['seller'] },
];

export const caseTimes = {
  /** The seller answers a request to cancel; silence is yes. */
  cancelWithinMs: 48 * hourMs,
  /** Buyer and seller agree about a problem; then a decision is requested. */
  agreeWithinMs: 5 * dayMs,
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
  return: lasting(caseTimes.returnWithinMs),
  receive: lasting(caseTimes.receiveWithinMs),
  withdraw: lasting(caseTimes.withdrawWithinMs),
} as const;

/** How long a case stays in a state before its timer moves it on; null where nothing does. */
export function timeIn(kind: CaseKind, state: CaseState): number | null {
  switch (state) {
    case 'open':
      return kind === 'problem' ? caseTimes.agreeWithinMs : null;
    case 'proposed':
      return kind === 'cancellation' ? caseTimes.cancelWithinMs : caseTimes.agreeWithinMs;
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

/** Whether this side may do that now. */
export function mayActOn(verb: CaseVerb, side: CaseSide, { kind, state, proposal }: Acting): boolean {
  const role = proposal && (proposal.by === side ? 'proposer' : 'other');
  return caseTransitions.some(
    (one) =>
      one.verb === verb &&
      one.kinds.includes(kind) &&
      one.from.includes(state) &&
      (one.by.includes(side) || (role !== null && one.by.includes(role))),
  );
}
