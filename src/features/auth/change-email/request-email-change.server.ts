import { eq } from 'drizzle-orm';
import { appendOwnAccountChanged, emailTaken } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { invalid, notFound, Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { findCredentials, findCredentialsOf, lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailChangeNotifiedJob } from '../model/auth.jobs.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { emailChange } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import type { ChangeEmailInput } from './change-email.contract.ts';
import {
  dropEmailChange,
  type EmailChange,
  emailChangeCooldownMs,
  emailChangeLifeMs,
  enqueueChangeMails,
  findEmailChange,
} from './email-change.server.ts';

/**
 * Requests a change of email: sends emails to the present and the new address; the account changes only when both
 * confirm within a day. An unconfirmed present address is only notified, and the new one alone confirms. A newer
 * request replaces the older. Refuses without step-up, the present address (422), a taken one (409) and too many
 * requests (429).
 */
export function requestEmailChange(
  platform: Platform,
  actor: Actor,
  input: ChangeEmailInput,
  client: ClientInfo,
): Promise<EmailChange> {
  const facts = { change: 'asked', member: actor.id, account: input.newEmail } as const;
  return platform.security.follow(authSecurity.emailChanged, facts, request(platform, actor, input, client));
}

async function request(
  platform: Platform,
  actor: Actor,
  { newEmail }: ChangeEmailInput,
  client: ClientInfo,
): Promise<EmailChange> {
  const { db, clock, limits } = platform;
  await requireStepUp(platform, actor);
  const known = await findCredentialsOf(db, actor.id);
  if (!known) throw notFound(messages.profileNotFound);
  if (known.email === newEmail) throw invalid({ newEmail: messages.emailSame });
  await limits.count(authLimits.changeEmail, actor.id);
  if (client.address) await limits.count(authLimits.changeEmailAddress, network(client.address));
  if (await findCredentials(db, newEmail)) throw emailTaken('newEmail');
  await limits.count(authLimits.changeEmailMailbox, newEmail);
  return write(platform, async (tx) => {
    const at = clock.now();
    const user = await holdSession(tx, actor);
    if (user.suspendedAt) throw notFound(messages.profileNotFound);
    if (user.email === newEmail) throw invalid({ newEmail: messages.emailSame });
    await dropEmailChange(tx, actor.id);
    const times = { requestedAt: at, mailsSentAt: at, expiresAt: addMs(at, emailChangeLifeMs) };
    const [row] = await tx.db
      .insert(emailChange)
      .values({ id: newId(), userId: actor.id, sessionId: actor.sessionId, oldEmail: user.email, newEmail, ...times })
      .returning();
    if (!row) throw new Error('a change of e-mail was not stored');
    const change = { ...row, asksOld: user.emailVerified };
    enqueueChangeMails(tx, change);
    if (!change.asksOld) tx.enqueue(mailChangeNotifiedJob, { changeId: change.id });
    await appendOwnAccountChanged(tx, actor.id);
    return change;
  });
}

/**
 * Sends the pending change's emails again, to each unconfirmed side. Refuses within five minutes of the last ones, and
 * the fourth email to a mailbox in an hour (429).
 */
export async function resendEmailChange(platform: Platform, actor: Actor): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await lockUser(tx.db, actor.id);
    const change = await findEmailChange(tx.db, actor.id, now);
    if (!change) throw notFound(messages.emailChangeNone);
    const waitMs = change.mailsSentAt.getTime() + emailChangeCooldownMs - now.getTime();
    if (waitMs > 0)
      throw new Refusal(429, 'email_change_cooldown', messages.emailChangeCooldown, {
        retryAfterSeconds: waitMs / 1_000,
      });
    // Limits the new mailbox too, which may be a stranger's: a day has many intervals of five minutes.
    if (!change.newConfirmedAt) await platform.limits.count(authLimits.changeEmailMailbox, change.newEmail, tx.db);
    await tx.db.update(emailChange).set({ mailsSentAt: now }).where(eq(emailChange.userId, actor.id));
    enqueueChangeMails(tx, change);
  });
}
