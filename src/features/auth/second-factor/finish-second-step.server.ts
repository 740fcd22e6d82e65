import { eq } from 'drizzle-orm';
import { notAllowed, Refusal } from '#kernel/refusal.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { CodeAnswer } from '#platform/identity/second-factor/second-factor.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { noteGoogleProof } from '../google/fresh-google.server.ts';
import { secondStepFailed } from '../model/auth.events.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { type Entered, enter, signInOutcome } from '../sign-in/enter.server.ts';
import { type CodeKind, codeRefusal, codesPerStep, countCode, spendCode } from './second-factor-attempt.server.ts';

/** The page of the second step, with the requested page as `next`. */
export function secondStepPath(next: string): string {
  return next === '' ? '/auth/second-step' : `/auth/second-step?next=${encodeURIComponent(next)}`;
}

/**
 * Finishes the sign-in of the browser's cookie, with a code of the app or a recovery code. Refuses a sign-in that is
 * over (ten minutes, five wrong codes, a new password, ended sessions), a wrong code, a used one, too many, and a
 * suspended member. One code signs in one browser; its previous session `before` ends.
 */
export function finishSecondStep(
  platform: Platform,
  input: { kind: CodeKind; code: string },
  client: ClientInfo,
  before: Actor | null,
): Promise<Entered> {
  return platform.security.follow(
    authSecurity.signedIn,
    { way: 'second-step' },
    finish(platform, input, client, before),
    signInOutcome,
  );
}

async function finish(
  platform: Platform,
  input: { kind: CodeKind; code: string },
  client: ClientInfo,
  before: Actor | null,
): Promise<Entered> {
  const { identity, db, clock } = platform;
  const pending = await identity.secondSteps.find(db, client.cookies, clock.now());
  if (!pending) throw over('second_step_over');
  const forgive = await countCode(platform, pending.userId, client);

  const outcome = await write(
    platform,
    async (tx): Promise<Exclude<CodeAnswer, 'right'> | 'over' | 'failed' | 'suspended' | { taken: string }> => {
      const step = await identity.secondSteps.lock(tx.db, pending.id, clock.now());
      if (!step) return 'over';
      const [user] = await tx.db
        .select({ suspendedAt: authUser.suspendedAt })
        .from(authUser)
        .where(eq(authUser.id, step.userId));
      if (!user || user.suspendedAt !== null) {
        await identity.secondSteps.end(tx.db, step.id);
        return 'suspended';
      }
      const answer = await spendCode(tx, platform, step.userId, input.kind, input.code);
      // No other code can use it now. `enter` spends it, so that whatever ends it until then ends the sign-in.
      if (answer === 'right') return { taken: await identity.secondSteps.take(tx.db, step.id) };
      if ((await identity.secondSteps.fail(tx.db, step.id)) < codesPerStep) return answer;
      await identity.secondSteps.end(tx.db, step.id);
      await warnMember(tx, platform, step.userId);
      return 'failed';
    },
  );
  if (outcome === 'over') throw over('second_step_over');
  if (outcome === 'failed') throw over('second_step_failed');
  if (outcome === 'suspended') throw notAllowed(messages.suspended, 'suspended');
  if (typeof outcome === 'string') throw codeRefusal(outcome, input.kind, 401);

  await forgive();
  const entered = await enter(platform, pending.userId, client, before, {
    by: 'second-step',
    stepId: outcome.taken,
    accountId: pending.accountId,
  });
  if (pending.accountId !== null) await noteGoogleProof(platform, entered.session.sessionId, pending.accountId);
  const cookies = [...entered.session.cookies, ...identity.secondSteps.clearedCookies()];
  return { ...entered, session: { ...entered.session, cookies } };
}

/** A failure here means that the first factor was right: the owner is notified, once an hour at most. */
async function warnMember(tx: Tx, { limits, clock }: Platform, userId: string): Promise<void> {
  const { allowed } = await limits.take(authLimits.codeWarning, userId, tx.db);
  if (allowed) tx.append(secondStepFailed, { subject: userId, version: clock.now().getTime(), topics: [] });
}

function over(code: 'second_step_over' | 'second_step_failed'): Refusal {
  return new Refusal(401, code, code === 'second_step_over' ? messages.secondStepOver : messages.secondStepFailed);
}
