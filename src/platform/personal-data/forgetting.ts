import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** The checks of a feature before an account is deleted. */
export interface DeletionCheck {
  /** Refuses (409, naming each) while obligations are open. Called before the deletion, and again under all locks. */
  refuse(db: Db, memberId: string): Promise<void>;
  /**
   * Ends open processes before the deletion's transaction, since external servers take part. Throws a refusal when that
   * fails.
   */
  settle(platform: Platform, memberId: string): Promise<void>;
  /**
   * Under all locks: whether something new came up after `settle`. Then the deletion is rolled back and starts again.
   */
  isUnsettled(db: Db, memberId: string): Promise<boolean>;
  /**
   * Ids of the member's things in other features that this feature's records show: those are retained, without the
   * person.
   */
  listShown(db: Db, memberId: string): Promise<ReadonlySet<string>>;
}

export interface DeletedMember {
  memberId: string;
  now: Date;
  /** Ids of things that records of other features show. */
  shown: ReadonlySet<string>;
  /**
   * Names of the things that this deletion removes, by id: for features to the right, whose records of other members
   * may mention them.
   */
  removed: Map<string, string>;
  /** Until when the deletion can be undone, and files stay. Null: never, for the demo's members. */
  undoUntil: Date | null;
  platform: Pick<Platform, 'identity' | 'config' | 'accountDeletion'>;
}

/**
 * A feature's part in the deletion of an account, in one transaction. All features lock first, then all erase, both in
 * the order of `rank`: it must be the order in which every other write takes the same locks. No two features share a
 * rank.
 */
export interface Erasure {
  rank: number;
  /** Locks the rows to which other members could add. False when the account is deleted already. */
  lock?(tx: Tx, memberId: string): Promise<boolean>;
  erase?(tx: Tx, leaver: DeletedMember): Promise<unknown>;
  /** How the erased data are restored when the deletion is undone. */
  restore?: Restoration;
}

/** All rows that the feature's part of the deletion deletes or changes, also of other members. */
export interface Restoration {
  /**
   * Table → SQL that finds the rows, the member as $1. In the order in which they are restored: referenced tables
   * first.
   */
  rows: Record<string, string>;
  /** After the rows of all features are restored: derived data (numbers, updates, timers). */
  after?(tx: Tx, returner: RestoredMember): Promise<unknown>;
}

export interface RestoredMember {
  memberId: string;
  now: Date;
}

/**
 * SQL for "the account of this id is deleted", for `after`: restored rows may refer to accounts that were deleted
 * since.
 */
export const isGone = (column: string) =>
  `exists (select 1 from profile p where p.user_id = ${column} and p.deleted_at is not null)`;

/** Account deletion: the parts of all features. */
export interface AccountDeletion {
  deletionChecks: readonly DeletionCheck[];
  /** By rank. */
  erasures: readonly Erasure[];
}
