import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { deletedName, eraseUser } from '#platform/identity/erase-user.server.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailedLink, profile, usernameRegistry } from '../accounts.tables.ts';
import { dropEmailChange } from '../change-email/email-change.server.ts';
import { messages } from '../messages.ts';
import { avatarIdOf, sweepAvatarTask } from '../profile/avatar.rules.ts';
import { appendProfileChanged } from '../profile/profile-facts.server.ts';
import { isOwnPassword } from '../step-up/check-password.server.ts';
import { hasSteppedUp, stepUpRequired } from '../step-up/step-up.server.ts';
import { findSubscription } from '../subscription-record.server.ts';
import { deletionMessages, leavingProof } from './deletion.rules.ts';

export interface LeavingInput {
  password?: string | undefined;
  /** The account that the page was showing. */
  account?: string | undefined;
}

/** What this member would have to show to delete the account now (VA-08). */
export async function proofToLeave(platform: Platform, actor: Actor, shownAccountId?: string) {
  const { db } = platform;
  const [known, paid, isSteppedUp, isSecondFactorOn, [row]] = await Promise.all([
    findCredentialsOf(db, actor.id),
    findSubscription(db, actor.id),
    hasSteppedUp(platform, actor),
    platform.identity.secondFactors.isOn(db, actor.id),
    db.select({ tier: profile.accountTier }).from(profile).where(eq(profile.userId, actor.id)),
  ]);
  const proof = leavingProof({
    hasPassword: known?.passwordHash != null,
    hasGoogle: known?.providers.includes('google') ?? false,
    isSubscriber: row?.tier === 'premium' || paid?.status === 'active' || paid?.status === 'trialing',
    hasSteppedUp: isSteppedUp,
    isSecondFactorOn,
    shownAccountId,
    actorId: actor.id,
  });
  return { proof, passwordHash: known?.passwordHash ?? null };
}

/**
 * Makes sure that whoever wants to delete the account is its owner: the password, or a sign-in within ten minutes. Refuses a wrong password (counted
 * like a sign-in), a missing one, an old Google sign-in, another account than the one that the page showed, and with a second factor everybody who has
 * not confirmed lately.
 */
export async function proveLeaving(platform: Platform, actor: Actor, input: LeavingInput): Promise<void> {
  const { proof, passwordHash } = await proofToLeave(platform, actor, input.account);
  if (proof === 'other-account' || proof === 'google-sign-in') throw new Refusal(403, 'reauth_required', messages.googleSameToDelete);
  if (proof === 'step-up') throw stepUpRequired();
  // A password that was given must be right, whatever else would do: a wrong one says that this is somebody else.
  if (input.password && passwordHash) {
    if (await isOwnPassword(platform, actor.id, passwordHash, input.password)) return;
    throw new Refusal(403, 'reauth_failed', deletionMessages.notProven, { errors: { password: 'That is not your password.' } });
  }
  if (proof === 'password') {
    const errors = { password: 'Enter your password.' };
    throw new Refusal(403, 'reauth_required', 'Enter your password to delete the account.', { errors });
  }
}

/** Holds a member in place until the transaction ends, beside others who do the same: nobody who is held can be deleted. False when they have gone. */
export async function keepMember(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await connectionOf(tx.db).query({
    name: 'accounts-keep-member',
    text: 'select 1 from profile where user_id = $1 and deleted_at is null for key share',
    values: [userId],
  });
  return rowCount === 1;
}

/** Locks the member for the deletion; false when somebody else has done it already. */
export async function lockLeaving(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.db.select({ deletedAt: profile.deletedAt }).from(profile).where(eq(profile.userId, userId)).for('update');
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
  accountTier: 'free',
  rating: null,
  ratingCount: 0,
  verificationSentAt: null,
  lastSignIn: null,
} as const;

/**
 * Takes the person out of the account, in the caller's transaction: profile, ways in, links, sessions. The name stays reserved without its owner, the
 * e-mail is free again, and whoever had it gets a last mail.
 */
export async function anonymiseMember(tx: Tx, platform: Pick<Platform, 'identity'>, userId: string, now: Date): Promise<void> {
  const [before] = await tx.db.select({ username: profile.username, avatarUrl: profile.avatarUrl }).from(profile).where(eq(profile.userId, userId));
  await tx.db.delete(mailedLink).where(eq(mailedLink.userId, userId));
  await dropEmailChange(tx, userId);
  await tx.db.delete(usernameRegistry).where(and(eq(usernameRegistry.uid, userId), eq(usernameRegistry.isTemporary, true)));
  await tx.db.update(usernameRegistry).set({ uid: null, status: 'released', releasedAt: now }).where(eq(usernameRegistry.uid, userId));
  const email = await eraseUser(tx, userId, now);
  await platform.identity.endSessions(tx, { userId });
  const [row] = await tx.db
    .update(profile)
    .set({ ...nothing, deletedAt: now, lastUpdated: now, version: sql`${profile.version} + 1` })
    .where(eq(profile.userId, userId))
    .returning({ version: profile.version });
  if (row) appendProfileChanged(tx, userId, row.version);
  const avatarId = avatarIdOf(before?.avatarUrl ?? null);
  if (avatarId) tx.enqueue({ task: sweepAvatarTask, payload: { avatarId } });
  if (email && before) tx.enqueue({ task: 'accounts.mail-deleted', payload: { email, username: before.username, userId } });
}
