import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { takePhotoJob } from '../model/member.jobs.ts';
import { profile } from '../model/members.tables.ts';
import { registerUsername } from './username-registry.server.ts';

/** A new member's data from the auth feature. */
export interface NewProfile {
  userId: string;
  username: string;
  displayName: string | null;
  location?: string | null;
  /** `password`, `google`, or the host of another provider (EN-01). */
  authProvider: string;
  /** Whether the name was generated, so that it is free again once its member chooses another. */
  isNameTemporary: boolean;
  /** The address of the member's photo at the provider, if it named one. */
  photo?: string | null;
  /** When the verification email was sent, if one was (VA-07). */
  verificationSentAt: Date | null;
}

/**
 * Inserts a new member's name and profile, in the caller's transaction. The profile is complete with a location
 * (VA-06). A taken name violates the registry's key: see `explainTaken`.
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
 * When the last verification email was sent, with the profile locked until the transaction ends; undefined for an
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
