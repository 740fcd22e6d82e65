import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** What a room has to say before a member may go. */
export interface Leaving {
  /** Refuses (409, naming each) while somebody still owes something. Asked before, and again under all the locks. */
  refuse(db: Db, memberId: string): Promise<void>;
  /** Ends what is not settled yet, outside the deletion's transaction: others' servers take part. Throws a refusal where it cannot. */
  settle(platform: Platform, memberId: string): Promise<void>;
  /** Under all the locks: whether something came up since it was settled. Then the deletion is taken back and begins again. */
  isUnsettled(db: Db, memberId: string): Promise<boolean>;
  /** Ids of the member's things in other rooms that this room's records show: those rooms keep them, without the person. */
  shows(db: Db, memberId: string): Promise<ReadonlySet<string>>;
}

export interface Leaver {
  memberId: string;
  now: Date;
  /** Ids of things that records of other rooms show. */
  shown: ReadonlySet<string>;
  /** Whether a mail can bring account and profile back for three days: where the deletion was asked for without a password. */
  isUndoable: boolean;
  platform: Pick<Platform, 'identity' | 'config'>;
}

/**
 * A room's part in the deletion of a member, in its one transaction. All rooms lock first, then all forget, both in the order of `rank`: it must be the order in
 * which every other write takes the same locks. No two rooms share a rank.
 */
export interface Forgets {
  rank: number;
  /** Locks whatever somebody else could still add to at this moment. False when the member has gone already. */
  lock?(tx: Tx, memberId: string): Promise<boolean>;
  forget?(tx: Tx, leaver: Leaver): Promise<unknown>;
}

/** How the market lets a member go: the rooms' parts, joined. */
export interface Departure {
  leaving: readonly Leaving[];
  /** By rank. */
  forgets: readonly Forgets[];
}
