import { formatNumber } from '#kernel/format.ts';
import { dayMs, hourMs } from '#kernel/time.ts';

export const importStatuses = ['preview', 'committing', 'committed', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The status of a row: listed as it is, checked first, or never. */
export const rowStatuses = ['sure', 'doubtful', 'rejected'] as const;

/**
 * The moves of a seller or the job, from which state and to which; `null` leaves the state. A committed import can be
 * continued: corrected and refused rows are listed by another commit.
 */
export const importMoves = {
  change: { from: ['preview', 'committed'], to: null },
  commit: { from: ['preview', 'committed'], to: 'committing' },
  finish: { from: ['committing'], to: 'committed' },
  undo: { from: ['committed'], to: 'undoing' },
  finishUndo: { from: ['undoing'], to: 'undone' },
} as const satisfies Record<string, { from: readonly ImportStatus[]; to: ImportStatus | null }>;
export type ImportMove = keyof typeof importMoves;

export const leadsFrom = (move: ImportMove, status: ImportStatus) =>
  (importMoves[move].from as readonly ImportStatus[]).includes(status);

export const importTimes = {
  /** How long after listing an import can be undone. */
  undoMs: dayMs,
  /** A job without progress for this time has made its last attempt. */
  lostJobMs: 8 * hourMs,
  /** How long its rows are stored. */
  storedMs: 30 * dayMs,
} as const;

export const importLimits = {
  fileBytes: 25 * 1024 * 1024,
  /** Pasted text is JSON, which blocks the process while it is parsed. */
  pastedBytes: 8 * 1024 * 1024,
  rows: 50_000,
  /** Rows that one statement stores. */
  rowsStoredAtOnce: 1_000,
  /** Rows of one answer. */
  rowsShown: 5_000,
  /**
   * Listed in one transaction: small, so that progress shows and a killed process repeats little. Each invalidates
   * cached pages of lists, so not too few.
   */
  rowsInBatch: 1_250,
  /** Rows of them that one statement reads. */
  rowsReadAtOnce: 125,
  /** Pause between two batches, in which the database serves other requests. */
  restMs: 500,
  /** After this time a run hands over to the next, so that a process that shuts down does not wait longer. */
  runMs: 2_000,
  /** Taken back in one run of the job. */
  rowsAtOnce: 25,
} as const;

/** The name under which the form of pasted text sends it. */
export const pastedFileName = 'pasted.txt';
export const longestFileName = 120;

/** `25 MB` and `50,000 rows`, for display. */
export const importSizes = {
  file: `${importLimits.fileBytes / 1024 / 1024} MB`,
  rows: `${formatNumber(importLimits.rows)} rows`,
};
