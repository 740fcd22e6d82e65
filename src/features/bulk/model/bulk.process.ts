import { dayMs, minuteMs } from '#kernel/time.ts';

/** The life of a change of many listings, as data. */
export const bulkStatuses = ['preview', 'committing', 'committed', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** What a seller or the job may do with it, from which state and to which. */
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
 * Of one listing: foreseen (`will`, `stays` as it is, `refused`), then what came of it (`done`, `failed`), then what
 * came of taking it back (`undone`, `kept`).
 */
export const rowStates = ['will', 'stays', 'refused', 'done', 'failed', 'undone', 'kept'] as const;
export type RowState = (typeof rowStates)[number];

export const bulkTimes = {
  /** So long after it was begun it can be taken back. */
  undoMs: dayMs,
  /** One that has not gone on for so long has lost its job. */
  patienceMs: 30 * minuteMs,
  /** So long it is kept. */
  keptMs: 7 * dayMs,
} as const;

export const bulkLimits = {
  /** Listings of one change. */
  listings: 50_000,
  /** Named one by one. */
  named: 1_000,
  /** Moved in one run of the job, so that its progress is seen and a stopped process repeats little. */
  atOnce: 50,
  /**
   * New prices in one transaction. Each has the pages of lists made anew, so not too few; buyers of one of them wait
   * for its end, so not too many.
   */
  pricesInBatch: 500,
  /** Pause between two batches: the database serves others meanwhile. */
  restMs: 200,
  /** After so long a run of the job hands over to the next one: a process that is told to stop waits for no more. */
  runMs: 2_000,
  /** Percent, up and down. */
  mostPercent: 1_000,
  leastPercent: -99,
  /** The least that a largest change may be. */
  leastStep: 1,
} as const;

export const ruleLimits = {
  nameLength: 60,
  /**
   * The largest change of a night, in percent: what the form begins with, and what holds where a rule names neither
   * this nor a lowest price.
   */
  usualStep: 20,
  /** Rules that get their job in one transaction. */
  wokenAtOnce: 200,
} as const;
