import { dayMs, minuteMs } from '#kernel/time.ts';

/** The states of a bulk change, as data. */
export const bulkStatuses = ['preview', 'committing', 'committed', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** The moves of a seller or the job, from which state and to which. */
export const bulkMoves = {
  commit: { from: ['preview'], to: 'committing' },
  finish: { from: ['committing'], to: 'committed' },
  undo: { from: ['committed'], to: 'undoing' },
  finishUndo: { from: ['undoing'], to: 'undone' },
} as const satisfies Record<string, { from: readonly BulkStatus[]; to: BulkStatus }>;
export type BulkMove = keyof typeof bulkMoves;

export const leadsFrom = (move: BulkMove, status: BulkStatus) =>
  (bulkMoves[move].from as readonly BulkStatus[]).includes(status);

/**
 * The state of one listing: previewed (`will`, `stays` as it is, `refused`), then applied (`done`, `failed`), then
 * after an undo (`undone`, `kept`).
 */
export const rowStates = ['will', 'stays', 'refused', 'done', 'failed', 'undone', 'kept'] as const;
export type RowState = (typeof rowStates)[number];

export const bulkTimes = {
  /** How long after its start it can be undone. */
  undoMs: dayMs,
  /** A change without progress for this time has lost its job. */
  lostJobMs: 30 * minuteMs,
  /** How long it is stored. */
  storedMs: 7 * dayMs,
} as const;

export const bulkLimits = {
  /** Listings of one change. */
  listings: 50_000,
  /** Listings selected by id. */
  named: 1_000,
  /** Moved in one run of the job: small, so that progress shows and a killed process repeats little. */
  atOnce: 50,
  /**
   * New prices in one transaction. Each invalidates cached pages of lists, so not too few; buyers of one of them wait
   * for its end, so not too many.
   */
  pricesInBatch: 500,
  /** Pause between two batches, in which the database serves other requests. */
  restMs: 200,
  /** After this time a run hands over to the next, so that a process that shuts down does not wait longer. */
  runMs: 2_000,
  /** Percent, up and down. */
  mostPercent: 1_000,
  leastPercent: -99,
  /** The smallest allowed largest change. */
  leastStep: 1,
} as const;

export const ruleLimits = {
  nameLength: 60,
  /**
   * The default of the largest change in a night, in percent. It applies where a rule has neither this nor a lowest
   * price.
   */
  usualStep: 20,
  /** Rules whose jobs one transaction enqueues. */
  wokenAtOnce: 200,
} as const;
