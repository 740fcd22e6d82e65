import { eq } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Policy } from '#platform/policy/policy.ts';
import { messages } from '../model/messages.ts';
import { unverifiedCode, verifyPage } from './verified-email.rules.ts';

export const unverifiedSentence = messages.emailUnverified;

/**
 * Call before an action whose policy requires a confirmed e-mail address: refuses a member without one (403
 * `email_unverified`, with the page that sends the email again), when `REQUIRE_VERIFIED_EMAIL` is on. A member of
 * Google always has one: unverified Google addresses are refused at sign-in.
 */
export async function requireVerifiedEmail<R extends Policy['rules'], V extends keyof R & string>(
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  policy: Policy<R>,
  verb: V,
  memberId: string,
): Promise<void> {
  if (!config.requireVerifiedEmail || !policy.rules[verb]?.verifiedEmail) return;
  const [user] = await tx.db
    .select({ isVerified: authUser.emailVerified })
    .from(authUser)
    .where(eq(authUser.id, memberId));
  if (user?.isVerified) return;
  throw new Refusal(403, unverifiedCode, unverifiedSentence, {
    details: { verifyUrl: `${config.appUrl}${verifyPage}` },
  });
}
