import { eq } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { Refusal } from '#kernel/refusal.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { findCredentialsOf, lockUser, proveByReset } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { dropEmailChange } from '../change-email/email-change.server.ts';
import { passwordChanged } from '../model/auth.events.ts';
import { mailResetJob } from '../model/auth.jobs.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { ResetPasswordInput } from '../model/security.contract.ts';
import { notifyOwner } from '../notify-owner.server.ts';
import { findLink, spendAllLinks, spendLink } from '../redirect/mailed-links.server.ts';
import { forgetFailures } from '../sign-in/sign-in-attempt.server.ts';
import { forgetWrongPasswords } from '../step-up/check-password.server.ts';
import { refuseEasyPasswordOf } from './easy-password.server.ts';

/** Sends a reset link, if the address belongs to a member. The answer and its time are the same in both cases. */
export async function requestPasswordReset(platform: Platform, email: string, client: ClientInfo): Promise<void> {
  const facts = { account: email, mailed: false };
  await platform.security.follow(authSecurity.resetAsked, facts, ask(platform, email, client), (mailed) => ({
    mailed,
  }));
}

/** Returns whether the mailbox may get another email. */
async function ask(platform: Platform, email: string, client: ClientInfo): Promise<boolean> {
  const { limits } = platform;
  if (client.address) await limits.count(authLimits.resetAddress, network(client.address));
  const mailbox = await limits.take(authLimits.resetMailbox, email);
  // The job looks up the member: the answer here must not disclose one.
  if (mailbox.allowed) await write(platform, async (tx) => tx.enqueue(mailResetJob, { email, requestId: newId() }));
  return mailbox.allowed;
}

/**
 * What the page of a reset link must ask for, or null for a link that is over, before the user types a password.
 * `asksFactor`: an authenticator app was set up before the address was confirmed, perhaps by a stranger.
 */
export async function findResetLink(
  { db, clock, identity }: Platform,
  token: string,
): Promise<{ asksFactor: boolean } | null> {
  const link = await findLink(db, token, 'reset-password');
  if (!link || link.usedAt !== null || link.expiresAt <= clock.now()) return null;
  const [user] = await db
    .select({ isVerified: authUser.emailVerified })
    .from(authUser)
    .where(eq(authUser.id, link.userId));
  return { asksFactor: user?.isVerified === false && (await identity.secondFactors.isOn(db, link.userId)) };
}

/**
 * Sets a new password for the owner of the mailbox. They have proven the address, so everything of an earlier claimant
 * is removed: all sessions, all tokens, all other links, a pending change of email, and, if the address was
 * unconfirmed, linked providers and passkeys. An authenticator app stays, or a stolen mailbox would open the account;
 * one from before the confirmation stays or goes as the owner chooses. Refuses a link that is unknown, used or older
 * than `resetLinkMs`.
 */
export async function resetPassword(platform: Platform, input: ResetPasswordInput): Promise<void> {
  await platform.security.follow(
    authSecurity.passwordChanged,
    { change: 'reset' },
    reset(platform, input),
    (member) => ({ member }),
  );
}

/** Returns the account's user id. */
async function reset(platform: Platform, { token, newPassword, secondFactor }: ResetPasswordInput): Promise<string> {
  const { identity, db, clock } = platform;
  const link = await findLink(db, token, 'reset-password');
  const user = link && (await findCredentialsOf(db, link.userId));
  if (!link || link.usedAt || link.expiresAt <= clock.now() || user?.email !== link.email) throw linkIsOver();
  await refuseEasyPasswordOf(platform, 'newPassword', newPassword, user);
  const hash = await identity.hashPassword(newPassword);
  await write(platform, async (tx) => {
    const at = clock.now();
    const locked = await lockUser(tx.db, link.userId);
    if (locked?.email !== link.email || !(await spendLink(tx, link, at))) throw linkIsOver();
    await spendAllLinks(tx, link.userId, at);
    await dropEmailChange(tx, link.userId);
    await proveByReset(tx.db, link.userId, hash, at, secondFactor === 'drop');
    await identity.endSessions(tx, { userId: link.userId });
    await forgetFailures(platform, tx.db, link.email);
    await forgetWrongPasswords(platform, tx.db, link.userId);
    tx.append(passwordChanged, { subject: link.userId, version: at.getTime(), topics: [] });
    await notifyOwner(tx, link.userId, 'password-changed', at);
  });
  return link.userId;
}

function linkIsOver(): Refusal {
  return new Refusal(410, 'link_over', messages.resetLinkOver);
}
