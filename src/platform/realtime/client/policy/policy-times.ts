/**
 * Delays and limits of the live channel's browser side, by row of the specification. Used by `policy.ts`,
 * `policy-refresh.ts` and `tokens.ts`.
 */
export const policy = {
  /** ST-10: after `online`. */
  onlineMs: 1_000,
  /** ST-11: close, wait, open; after the nth failed try wait n steps. */
  cycle: { settleMs: 2_000, tries: 3, stepMs: 1_000 },
  /** ST-12: session, channel and token failures. */
  reset: { waitMinMs: 3_000, waitMaxMs: 8_000, triesMin: 5, triesMax: 7 },
  /** ER-10: the server is unavailable or overloaded. */
  unavailableMs: 2_000,
  /**
   * Not in the specification: a restarting process sends its pages to another one. They reconnect soon, spread over
   * time.
   */
  restart: { minMs: 200, maxMs: 2_000 },
  /**
   * Not in the specification: the session continues under another cookie, which the answer to the page's own form sets
   * within this time.
   */
  renewal: { settleMs: 250, tries: 4, stepMs: 1_000 },
  /** LI-09 */
  reconnect: {
    baseMs: 5_000,
    jitterMs: 2_000,
    capMs: 120_000,
    attempts: 10,
    restMs: 180_000,
    errorsOver: 5,
    attemptsOver: 3,
    errorRestMs: 300_000,
    gapMs: 5_000,
  },
  decision: { gapMs: 5_000, routeChangeMs: 1_000 },
  /**
   * Not in the specification: timeouts of an opening and of a silent connection. A connection that lasted `heldMs`
   * clears the counts.
   */
  connection: { openMs: 10_000, pingMs: 25_000, pongMs: 10_000, heldMs: 5_000 },
  /** LI-03, ER-09 */
  token: {
    everyMs: 45 * 60_000,
    userGapMs: 30 * 60_000,
    userJitterMs: 10 * 60_000,
    gapMs: 30_000,
    quotaPauseMs: 60 * 60_000,
    timeoutMs: 10_000,
    tries: 3,
    errorsOver: 3,
    errorWindowMs: 60_000,
    retryMs: 30_000,
    retryCapMs: 5 * 60_000,
    resetMinMs: 100,
    resetMaxMs: 1_000,
  },
  /** LI-06 */
  counters: { firstMs: 2_000, everyMs: 5 * 60_000, gapMs: 60_000, chatsAtOnce: 5, chatsPauseMs: 100 },
} as const;

export type Random = () => number;
