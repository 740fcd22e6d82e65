import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** What a room has to say before a member may go. */
export interface Leaving {
  /** Refuses (409, naming each) while somebody still owes something. Asked before, and again under all the locks. */
  refuse(db: Db, memberId: string): Promise<void>;
  /**
   * Ends what is not settled yet, outside the deletion's transaction: others' servers take part. Throws a refusal where
   * it cannot.
   */
  settle(platform: Platform, memberId: string): Promise<void>;
  /**
   * Under all the locks: whether something came up since it was settled. Then the deletion is taken back and begins
   * again.
   */
  isUnsettled(db: Db, memberId: string): Promise<boolean>;
  /**
   * Ids of the member's things in other rooms that this room's records show: those rooms keep them, without the person.
   */
  shows(db: Db, memberId: string): Promise<ReadonlySet<string>>;
}

export interface Leaver {
  memberId: string;
  now: Date;
  /** Ids of things that records of other rooms show. */
  shown: ReadonlySet<string>;
  /**
   * What the member's things were called that this deletion takes off the market, by id: for rooms to the right, whose
   * records of others may say it.
   */
  removed: Map<string, string>;
  /**
   * Until when a mail can bring everything back, where the deletion was asked for without a password; else null. Files
   * stay until then.
   */
  undoUntil: Date | null;
  platform: Pick<Platform, 'identity' | 'config' | 'departure'>;
}

/**
 * A room's part in the deletion of a member, in its one transaction. All rooms lock first, then all forget, both in the
 * order of `rank`: it must be the order in which every other write takes the same locks. No two rooms share a rank.
 */
export interface Forgets {
  rank: number;
  /** Locks whatever somebody else could still add to at this moment. False when the member has gone already. */
  lock?(tx: Tx, memberId: string): Promise<boolean>;
  forget?(tx: Tx, leaver: Leaver): Promise<unknown>;
  /** How what this room forgot comes back when the deletion is undone. */
  returns?: Returns;
}

/** What comes back: a room names every row that its part of the deletion takes or changes, of others as well. */
export interface Returns {
  /**
   * Table → SQL that finds the rows, the member as $1. In the order in which they are put back: what others refer to
   * first.
   */
  rows: Record<string, string>;
  /** Once the rows of all rooms are back: what follows from them (numbers, news, timers). */
  after?(tx: Tx, returner: Returner): Promise<unknown>;
}

export interface Returner {
  memberId: string;
  now: Date;
}

/**
 * When a deleted account is no member's any more, though rows of it come back: for `after`, of what refers to others
 * who have gone since.
 */
export const isGone = (column: string) =>
  `exists (select 1 from profile p where p.user_id = ${column} and p.deleted_at is not null)`;

/** How the market lets a member go: the rooms' parts, joined. */
export interface Departure {
  leaving: readonly Leaving[];
  /** By rank. */
  forgets: readonly Forgets[];
}
