import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { takePhotoJob } from '../model/member.jobs.ts';
import { profile } from '../model/members.tables.ts';
import { registerUsername } from './username-registry.server.ts';

/** What the room that lets people in knows of a newcomer. */
export interface NewProfile {
  userId: string;
  username: string;
  displayName: string | null;
  location?: string | null;
  /** `password`, `google`, or the host of another provider (EN-01). */
  authProvider: string;
  /** Whether the market made the name up, so that it is free again once its member chooses another. */
  isNameTemporary: boolean;
  /** Where the provider keeps a photo of the newcomer, if it named one. */
  photo?: string | null;
  /** When the mail that confirms the address went out, if one did (VA-07). */
  verificationSentAt: Date | null;
}

/**
 * Enters the name and the profile of a newcomer, in the caller's transaction. It is complete with a location (VA-06). A
 * taken name breaks the registry's key: `explainTaken`.
 */
export async function startProfile(
  tx: Tx,
  { isNameTemporary, location, photo, ...member }: NewProfile,
  at: Date,
): Promise<void> {
  await registerUsername(tx, member.userId, member.username, at, isNameTemporary);
  const isComplete = Boolean(location);
  await tx.db.insert(profile).values({
    ...member,
    location: location || null,
    profileCompleted: isComplete,
    needsCompletion: !isComplete,
    joinDate: at,
    lastUpdated: at,
    lastSignIn: at,
  });
  if (photo) tx.enqueue(takePhotoJob, { userId: member.userId, address: photo });
}

export async function noteSignIn(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.db.update(profile).set({ lastSignIn: at }).where(eq(profile.userId, userId));
}

/** Flags the profile until it is complete (ST-08). */
export async function flagUntilComplete(db: Db, userId: string): Promise<void> {
  await db
    .update(profile)
    .set({ needsCompletion: sql`not ${profile.profileCompleted}` })
    .where(eq(profile.userId, userId));
}

/**
 * When the last mail to confirm the address went out, the profile locked until the transaction ends; undefined for an
 * unknown member.
 */
export async function lockVerificationSent(tx: Tx, userId: string): Promise<Date | null | undefined> {
  const [row] = await tx.db
    .select({ sentAt: profile.verificationSentAt })
    .from(profile)
    .where(eq(profile.userId, userId))
    .for('update');
  return row?.sentAt;
}

export async function noteVerificationSent(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.db.update(profile).set({ verificationSentAt: at }).where(eq(profile.userId, userId));
}
