import { and, eq, sql } from 'drizzle-orm';
import { deletedName } from '#kernel/specified-texts.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { profile, usernameRegistry, vacation } from '../model/members.tables.ts';
import { sweepPictures } from './avatar.server.ts';
import { appendProfileChanged } from './profile-facts.server.ts';

/**
 * Locks a member against deletion until the transaction ends; a shared lock (`for key share`). False when they have
 * been deleted.
 */
export async function lockMember(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await connectionOf(tx.db).query({
    name: 'accounts-keep-member',
    text: 'select 1 from profile where user_id = $1 and deleted_at is null for key share',
    values: [userId],
  });
  return rowCount === 1;
}

/** The same for several, in the order of their ids to avoid deadlocks; returns the ids that exist. */
export async function lockMembers(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await connectionOf(tx.db).query<{ id: string }>({
    name: 'accounts-keep-members',
    text: 'select user_id as id from profile where user_id = any($1) and deleted_at is null order by user_id for key share',
    values: [userIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * The same without waiting, for callers with locks that a deletion takes after the member's: `leaving` while a deletion
 * is in progress, which may yet roll back.
 */
export async function tryLockMember(tx: Tx, userId: string): Promise<'there' | 'leaving' | 'gone'> {
  const { rows } = await connectionOf(tx.db).query<{ isLocked: boolean; isGone: boolean }>({
    name: 'accounts-try-to-keep-member',
    text: `with held as (select user_id from profile where user_id = $1 and deleted_at is null for key share skip locked)
      select exists (select 1 from held) as "isLocked", not exists (select 1 from profile where user_id = $1 and deleted_at is null) as "isGone"`,
    values: [userId],
  });
  const [row] = rows;
  return row?.isLocked ? 'there' : row?.isGone === false ? 'leaving' : 'gone';
}

/** Locks the member for the deletion; false when they have been deleted already. */
export async function lockLeaving(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ deletedAt: profile.deletedAt })
    .from(profile)
    .where(eq(profile.userId, userId))
    .for('update');
  return row !== undefined && row.deletedAt === null;
}

const nothing = {
  username: deletedName,
  displayName: null,
  bio: null,
  location: null,
  avatarUrl: null,
  photoUrl: null,
  contact: null,
  contactVisible: false,
  socialYoutube: null,
  socialTwitter: null,
  socialFacebook: null,
  authProvider: 'unknown',
  tutorialPreferences: {},
  theme: null,
  numberFormat: null,
  displayCurrency: null,
  timeZone: null,
  density: null,
  motion: null,
  games: null,
  accountTier: 'free',
  sellerKind: 'private',
  rating: null,
  ratingCount: 0,
  facts: null,
  verificationSentAt: null,
  lastSignIn: null,
} as const;

/**
 * Erases the profile, in the caller's transaction; the name stays reserved without its owner, and the picture's files
 * stay `undoUntil`. Returns the former name, null for an unknown member.
 */
export async function forgetProfile(tx: Tx, userId: string, now: Date, undoUntil: Date | null): Promise<string | null> {
  const { username, avatarUrl, photoUrl } = profile;
  const [before] = await tx.db
    .select({ username, avatarUrl, photoUrl })
    .from(profile)
    .where(eq(profile.userId, userId));
  await tx.db
    .delete(usernameRegistry)
    .where(and(eq(usernameRegistry.uid, userId), eq(usernameRegistry.isTemporary, true)));
  await tx.db
    .update(usernameRegistry)
    .set({ uid: null, status: 'released', releasedAt: now })
    .where(eq(usernameRegistry.uid, userId));
  await tx.db.delete(vacation).where(eq(vacation.memberId, userId));
  const [row] = await tx.db
    .update(profile)
    .set({ ...nothing, deletedAt: now, lastUpdated: now, version: sql`${profile.version} + 1` })
    .where(eq(profile.userId, userId))
    .returning({ version: profile.version });
  if (row) appendProfileChanged(tx, userId, row.version);
  if (before) sweepPictures(tx, before, undoUntil);
  return before?.username ?? null;
}
