import { eq } from 'drizzle-orm';
import { forgetProfile, storedTierOf } from '#features/members/index.server.ts';
import { findSubscription } from '#features/tiers/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { eraseUser } from '#platform/identity/erase-user.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { dropEmailChange } from '../change-email/email-change.server.ts';
import { hasConfirmedWithGoogle } from '../google/fresh-google.server.ts';
import { mailDeletedJob } from '../model/auth.jobs.ts';
import { authSecurity } from '../model/auth.security.ts';
import { mailedLink } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';
import { isOwnPassword } from '../step-up/check-password.server.ts';
import { hasVerifiedIdentity, stepUpRequired } from '../step-up/step-up.server.ts';
import { deletionMessages, leavingProof } from './deletion.rules.ts';
import { retainFormerAccount } from './former-account.server.ts';
import { storeErasedRows, storeForUndo } from './undo-deletion.server.ts';

export interface LeavingInput {
  password?: string | undefined;
  /** The account that the page showed. */
  account?: string | undefined;
}

/** What this member must prove to delete the account now (VA-08). */
export async function proofToLeave(platform: Platform, actor: Actor, shownAccountId?: string) {
  const { db } = platform;
  const [known, paid, isVerified, isConfirmed, isSecondFactorOn, tier] = await Promise.all([
    findCredentialsOf(db, actor.id),
    findSubscription(db, actor.id),
    hasVerifiedIdentity(platform, actor),
    hasConfirmedWithGoogle(platform, actor),
    platform.identity.secondFactors.isOn(db, actor.id),
    storedTierOf(db, actor.id),
  ]);
  const proof = leavingProof({
    hasPassword: known?.passwordHash != null,
    hasGoogle: known?.providers.includes('google') ?? false,
    isSubscriber: tier === 'premium' || paid?.status === 'active' || paid?.status === 'trialing',
    hasVerifiedIdentity: isVerified,
    hasConfirmedWithGoogle: isConfirmed,
    isSecondFactorOn,
    shownAccountId,
    actorId: actor.id,
  });
  return { proof, passwordHash: known?.passwordHash ?? null };
}

/**
 * Ensures that the caller owns the account, each time: by the password; an account that signs in with Google alone must
 * confirm with that Google account, except subscribers (VA-08). Refuses a wrong password (counted like a sign-in), a
 * missing one, another account than the page showed, and with a second factor or passkeys alone a missing step-up.
 */
export function proveLeaving(platform: Platform, actor: Actor, input: LeavingInput): Promise<void> {
  return platform.security.follow(
    authSecurity.steppedUp,
    { way: 'password-or-code', member: actor.id },
    prove(platform, actor, input),
  );
}

async function prove(platform: Platform, actor: Actor, input: LeavingInput): Promise<void> {
  const { proof, passwordHash } = await proofToLeave(platform, actor, input.account);
  if (proof === 'other-account' || proof === 'google-sign-in')
    throw new Refusal(403, 'reauth_required', messages.googleSameToDelete);
  if (proof === 'step-up') throw stepUpRequired(platform, actor);
  // A given password must be right, even when another proof suffices: a wrong one indicates another person.
  if (input.password && passwordHash) {
    if (await isOwnPassword(platform, actor.id, passwordHash, input.password)) return;
    throw new Refusal(403, 'reauth_failed', deletionMessages.notProven, {
      errors: { password: 'This password is incorrect. Try again.' },
    });
  }
  if (proof === 'password') {
    const errors = { password: 'Enter your password.' };
    throw new Refusal(403, 'reauth_required', 'Enter your password to delete your account.', { errors });
  }
}

/**
 * Erases the account, in the caller's transaction: profile, sign-in methods, links, sessions. The name stays reserved
 * without its owner, and the email becomes free. Its mailbox gets an email with a link that restores the account, and
 * another one before that ends.
 */
export async function anonymiseMember(
  tx: Tx,
  { platform, memberId: userId, now, undoUntil }: Omit<DeletedMember, 'shown' | 'removed'>,
): Promise<void> {
  const undoId = undoUntil && (await storeForUndo(tx, platform.config, userId, { now, expiresAt: undoUntil }));
  await tx.db.delete(mailedLink).where(eq(mailedLink.userId, userId));
  await dropEmailChange(tx, userId);
  const email = await eraseUser(tx, userId, now);
  await platform.identity.endSessions(tx, { userId });
  if (email) await retainFormerAccount(tx, platform.config, { memberId: userId, email, now });
  const username = await forgetProfile(tx, userId, now, undoUntil);
  if (undoId) await storeErasedRows(tx, platform, undoId);
  tx.note(authSecurity.left, { outcome: 'done', member: userId });
  if (email && username) tx.enqueue(mailDeletedJob, { email, username, userId, undoId });
}
