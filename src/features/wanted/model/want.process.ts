/**
 * The states of a want, as data. Guards, the API's moves, the timer and the tests are derived from it; only
 * `move-want.server.ts` applies it.
 */
export const wantStatuses = ['open', 'filled', 'closed', 'expired'] as const;
export type WantStatus = (typeof wantStatuses)[number];

/**
 * `operator` is an admin who hid it or showed it again. `purchase` is the last copy that was bought, or an order that
 * was cancelled.
 */
export const wantMovers = ['owner', 'timer', 'operator', 'purchase'] as const;
export type WantMover = (typeof wantMovers)[number];

export const wantVerbs = ['fill', 'close', 'expire', 'renew', 'reopen'] as const;
export type WantVerb = (typeof wantVerbs)[number];

export interface WantTransition {
  verb: WantVerb;
  from: WantStatus;
  to: WantStatus;
  by: readonly WantMover[];
}

export const wantTransitions: readonly WantTransition[] = [
  { verb: 'fill', from: 'open', to: 'filled', by: ['owner', 'purchase'] },
  { verb: 'close', from: 'open', to: 'closed', by: ['owner', 'operator'] },
  { verb: 'expire', from: 'open', to: 'expired', by: ['timer'] },
  { verb: 'renew', from: 'open', to: 'open', by: ['owner'] },
  { verb: 'renew', from: 'expired', to: 'open', by: ['owner'] },
  // The order was cancelled or refunded. Where the time is over, the sweep expires it as any other.
  { verb: 'reopen', from: 'filled', to: 'open', by: ['purchase'] },
  { verb: 'reopen', from: 'closed', to: 'open', by: ['operator'] },
];

/** What ends each wait, by the clock alone. */
export const wantWaits: Readonly<Partial<Record<WantStatus, { verb: WantVerb; by: WantMover }>>> = {
  open: { verb: 'expire', by: 'timer' },
};

export function findMove(verb: WantVerb, by: WantMover, from: WantStatus): WantTransition | undefined {
  return wantTransitions.find((edge) => edge.verb === verb && edge.from === from && edge.by.includes(by));
}
