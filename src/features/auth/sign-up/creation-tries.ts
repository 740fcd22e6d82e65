/** Retry policy for creating a profile when the network fails (LI-05). */
export const creationPolicy = { tries: 5, backoffMs: 2_000, backoffCapMs: 10_000 } as const;

/** The pause after this many failed attempts: 2 s, doubling, at most 10 s; null for no further attempt. */
export function pauseAfterTry(failed: number): number | null {
  return failed >= creationPolicy.tries
    ? null
    : Math.min(creationPolicy.backoffCapMs, creationPolicy.backoffMs * 2 ** (failed - 1));
}
