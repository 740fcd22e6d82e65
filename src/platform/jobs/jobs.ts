import type { Platform } from '#platform/platform.ts';

export interface NewJob {
  /** An order: `mail.send`, `listing.expire`. */
  task: string;
  payload: Record<string, unknown>;
  /** In the app's clock. Absent: as soon as the transaction has committed. */
  runAt?: Date;
  /** A later job with the same key replaces an earlier one that has not started: a timer that is moved, not doubled. */
  key?: string;
  /** Tries before it is left for the operator, with growing pauses between. Default 12 (about four hours). */
  maxAttempts?: number;
}

/**
 * Runs at least once, so it must find out from the database whether there is still something to do.
 * Throwing means: try again later.
 */
export type JobHandler = (platform: Platform, payload: Record<string, unknown>) => Promise<void>;
