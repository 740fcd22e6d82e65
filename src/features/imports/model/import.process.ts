import { dayMs, hourMs } from '#kernel/time.ts';

export const importStatuses = ['preview', 'committing', 'committed', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** How sure a row is: listed as it is, looked at first, or never. */
export const rowStatuses = ['sure', 'doubtful', 'rejected'] as const;

/**
 * What a seller or the job may do with an import, from which state and to which; `null` leaves it where it is. What is
 * listed once can be gone on with: rows put right since, and refused ones, are listed by another commit.
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
  /** So long after it was listed a whole import can be taken back. */
  undoMs: dayMs,
  /** A job that has not come on for so long has been tried for the last time. */
  lostJobMs: 8 * hourMs,
  /** So long its rows are kept. */
  storedMs: 30 * dayMs,
} as const;

export const importLimits = {
  fileBytes: 25 * 1024 * 1024,
  /** The same as JSON, which is read in one turn of the process. */
  pastedBytes: 8 * 1024 * 1024,
  rows: 50_000,
  /** Kept by one statement while a file is read. */
  rowsStoredAtOnce: 1_000,
  /** Shown and answered at once. */
  rowsShown: 5_000,
  /**
   * Listed in one transaction, so that its progress is seen and a stopped process repeats little. Each has the pages of
   * lists made anew: not too few.
   */
  rowsInBatch: 1_250,
  /** Of those by one statement. */
  rowsReadAtOnce: 125,
  /** Pause between two batches: the database serves others meanwhile. */
  restMs: 500,
  /** After so long a run of the job hands over to the next one: a process that is told to stop waits for no more. */
  runMs: 2_000,
  /** Taken back in one run of the job. */
  rowsAtOnce: 25,
} as const;

/** `25 MB` and `50,000 rows`, for whoever brings a file. */
export const importSizes = {
  file: `${importLimits.fileBytes / 1024 / 1024} MB`,
  rows: `${importLimits.rows.toLocaleString('en')} rows`,
};
