/** How often and how patiently a profile is tried to be made where the network fails (LI-05). */
export const creationPolicy = { tries: 5, backoffMs: 2_000, backoffCapMs: 10_000 } as const;

/** The pause after this many failed tries: 2 s, doubling, at most 10 s; null when there is no further one. */
export function pauseAfterTry(failed: number): number | null {
  return failed >= creationPolicy.tries
    ? null
    : Math.min(creationPolicy.backoffCapMs, creationPolicy.backoffMs * 2 ** (failed - 1));
}
