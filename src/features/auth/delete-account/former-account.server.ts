import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { memberJoinedAgain } from '#features/members/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { authSecretsOf, type Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { createKeyedHash } from '#platform/identity/second-factor/seal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { limitOf } from '../limitation/limit-member.server.ts';
import { deletionUndo, formerAccount, memberLimit } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';
import { undoLifeMs } from './deletion.rules.ts';

/** One hash for each known AUTH_SECRET, the present one's first. */
export const hashesOf = (config: Pick<Config, 'authSecret' | 'authSecretOld'>, email: string) =>
  createKeyedHash(authSecretsOf(config), 'the email of a former account')(email.toLowerCase());

interface Left {
  memberId: string;
  email: string;
  now: Date;
}

/**
 * Stores a keyed hash of a deleted account's email: for two weeks, while the deletion can be undone and pauses of holds
 * may run, and until a limit of the account ends.
 */
export async function retainFormerAccount(tx: Tx, config: Config, { memberId, email, now }: Left): Promise<void> {
  const limit = await limitOf(tx, memberId, now);
  const shortest = addMs(now, undoLifeMs);
  await storeHash(tx, config, { memberId, email, retainedUntil: limit && limit > shortest ? limit : shortest });
}

/** Stores the hash of the email that a limited member changes from: signing up with it again is limited too. */
export async function retainFormerEmail(tx: Tx, config: Config, { memberId, email, now }: Left): Promise<void> {
  const retainedUntil = await limitOf(tx, memberId, now);
  if (retainedUntil) await storeHash(tx, config, { memberId, email, retainedUntil });
}

async function storeHash(
  tx: Tx,
  config: Config,
  { memberId, email, retainedUntil }: { memberId: string; email: string; retainedUntil: Date },
): Promise<void> {
  const [emailHash] = hashesOf(config, email);
  await tx.db
    .insert(formerAccount)
    .values({ memberId, emailHash, retainedUntil })
    .onConflictDoUpdate({
      target: [formerAccount.memberId, formerAccount.emailHash],
      set: { retainedUntil },
    });
}

/**
 * Applies restrictions of deleted accounts with this email to the account that signs up with it: a limit at once, and
 * those of other features by `member.joined-again`. Refuses (403 `suspended`) when one of them is suspended.
 */
export async function carryRestrictions(tx: Tx, config: Config, { memberId, email, now }: Left): Promise<void> {
  const formers = await tx.db
    .select()
    .from(formerAccount)
    .where(
      and(
        inArray(formerAccount.emailHash, hashesOf(config, email)),
        or(isNull(formerAccount.retainedUntil), gt(formerAccount.retainedUntil, now)),
      ),
    );
  if (formers.length === 0) return;
  if (formers.some(({ suspendedAt }) => suspendedAt !== null)) throw notAllowed(messages.suspended, 'suspended');
  const formerIds = [...new Set(formers.map((former) => former.memberId))];
  const limits = await tx.db
    .select()
    .from(memberLimit)
    .where(and(inArray(memberLimit.userId, formerIds), gt(memberLimit.until, now)));
  const [longest] = limits.sort((a, b) => b.until.getTime() - a.until.getTime());
  if (longest) await tx.db.insert(memberLimit).values({ ...longest, userId: memberId });
  tx.append(memberJoinedAgain, { subject: memberId, version: 1, topics: [], data: { formerIds } });
}

/** Whether this account was deleted and its deletion can still be undone, with the row locked. */
export async function isUndoable(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  const rows = await tx.db
    .select({ id: deletionUndo.id })
    .from(deletionUndo)
    .where(and(eq(deletionUndo.memberId, memberId), gt(deletionUndo.expiresAt, now)))
    .for('update');
  return rows.length > 0;
}

/**
 * Whether an admin can act on a suspension of this id: a deleted account that can be restored, or one that was
 * suspended after its deletion.
 */
export async function isFormerAccount(db: Db, memberId: string, now: Date): Promise<boolean> {
  const undoable = await db.$count(
    deletionUndo,
    and(eq(deletionUndo.memberId, memberId), gt(deletionUndo.expiresAt, now)),
  );
  return undoable > 0 || (await db.$count(formerAccount, suspendedOf(memberId))) > 0;
}

const suspendedOf = (memberId: string) =>
  and(eq(formerAccount.memberId, memberId), isNotNull(formerAccount.suspendedAt));

/** Since when and why a deleted account is suspended; null if it is not. */
export async function formerSuspension(tx: Tx, memberId: string): Promise<{ at: Date; reason: string } | null> {
  const [row] = await tx.db.select().from(formerAccount).where(suspendedOf(memberId)).limit(1).for('update');
  return row?.suspendedAt ? { at: row.suspendedAt, reason: row.suspendedReason ?? '' } : null;
}

/**
 * Suspends a deleted account, without an end: it would be restored as suspended, and its email opens no other account.
 */
export async function suspendFormer(
  tx: Tx,
  memberId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await tx.db
    .update(formerAccount)
    .set({ suspendedAt: at, suspendedReason: reason, retainedUntil: null })
    .where(eq(formerAccount.memberId, memberId));
}

/** Ends that suspension; the hash is retained as after any deletion. */
export async function restoreFormer(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx.db
    .update(formerAccount)
    .set({
      suspendedAt: null,
      suspendedReason: null,
      retainedUntil: sql`greatest(${addMs(now, undoLifeMs)}::timestamptz, (select until from member_limit l where l.user_id = ${formerAccount.memberId}))`,
    })
    .where(eq(formerAccount.memberId, memberId));
}

/** The deletion was undone: deletes the hash of the account's email. */
export async function dropFormerAccount(tx: Tx, config: Config, memberId: string, email: string): Promise<void> {
  await tx.db
    .delete(formerAccount)
    .where(and(eq(formerAccount.memberId, memberId), inArray(formerAccount.emailHash, hashesOf(config, email))));
}

/** Deletes hashes without restrictions. */
export async function sweepFormerAccounts({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'former_account', 'kept_until <= $1', [clock.now()]);
}
