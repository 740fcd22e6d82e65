import { eq } from 'drizzle-orm';
import { lockVerificationSent, noteVerificationSent, renewProfile } from '#features/members/index.server.ts';
import { isEmail } from '#features/members/words.ts';
import { newId } from '#kernel/ids.ts';
import { conflict, invalid, notFound, Refusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import { faultAs } from '#platform/http/responses/fault-sentence.server.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { enqueueOldMail, findEmailChange } from '../change-email/email-change.server.ts';
import { mailVerificationJob } from '../model/auth.jobs.ts';
import { authLimits } from '../model/auth.limits.ts';
import { messages } from '../model/messages.ts';
import { findLink, spendLink } from '../redirect/mailed-links.server.ts';

const verificationCooldownMs = 5 * minuteMs;

/**
 * Sends a verification email to the member's own address. Refuses when it is confirmed already (409), within five
 * minutes of the last one, that of the sign-up included, and after twelve in a day (429): of two concurrent requests
 * one is refused. `next`: a path of this site where the link continues. An unexpected error is reported with the
 * request's id (ER-03).
 */
export function requestVerificationMail(platform: Platform, actor: Actor, next: string | null): Promise<void> {
  return faultAs(platform, 'verification_failed', messages.verificationFailed, request(platform, actor, next));
}

async function request(platform: Platform, actor: Actor, next: string | null): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const sentAt = await lockVerificationSent(tx, actor.id);
    const [user] = await tx.db
      .select({ isVerified: authUser.emailVerified, email: authUser.email })
      .from(authUser)
      .where(eq(authUser.id, actor.id));
    if (sentAt === undefined || !user) throw notFound(messages.profileNotFound);
    if (user.isVerified) throw conflict('already_verified', messages.alreadyVerified);
    // An address of a provider, or from an older rule, may be undeliverable.
    if (!isEmail(user.email)) throw invalid({ email: messages.emailInvalid });
    const waitMs = sentAt ? sentAt.getTime() + verificationCooldownMs - now.getTime() : 0;
    if (waitMs > 0)
      throw new Refusal(429, 'verification_cooldown', messages.verificationCooldown, {
        retryAfterSeconds: waitMs / 1_000,
      });
    await platform.limits.count(authLimits.verification, actor.id, tx.db);
    await noteVerificationSent(tx, actor.id, now);
    tx.enqueue(mailVerificationJob, { userId: actor.id, next, requestId: newId() });
  });
}

export type VerificationResult = 'verified' | 'expired' | 'used' | 'unknown';

/**
 * Confirms a link's address, for its own member only. A used or expired link, or one to a former address, confirms
 * nothing.
 */
export async function verifyEmail(platform: Platform, actor: Actor, token: string): Promise<VerificationResult> {
  const link = await findLink(platform.db, token, 'verify-email');
  if (link?.userId !== actor.id) return 'unknown';
  const now = platform.clock.now();
  if (link.usedAt) return 'used';
  if (link.expiresAt <= now) return 'expired';
  return write(platform, async (tx) => {
    const [user] = await tx.db
      .select({ email: authUser.email })
      .from(authUser)
      .where(eq(authUser.id, actor.id))
      .for('update');
    if (user?.email !== link.email) return 'unknown';
    if (!(await spendLink(tx, link, now))) return 'used';
    await tx.db.update(authUser).set({ emailVerified: true, updatedAt: now }).where(eq(authUser.id, actor.id));
    await renewProfile(tx, actor.id);
    // A pending change of email must be confirmed by this mailbox from now on, too.
    const change = await findEmailChange(tx.db, actor.id, now);
    if (change) enqueueOldMail(tx, change);
    return 'verified';
  });
}
