import { createMiddleware } from 'hono/factory';
import { notAllowed } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import type { ApiEnv } from '#platform/http/requests/api.ts';
import { countPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { hasShownTwoFactors } from '#platform/identity/sessions/sessions.server.ts';
import type { Platform } from '#platform/platform.ts';
import { authSecurity } from '../model/auth.security.ts';

/**
 * In front of the operator's calls: in production an operator needs an authenticator app or a passkey, and has shown it
 * in this session, within twelve hours: a password alone also opens a session where there are passkeys only. The
 * sandbox has made-up members and no harm to do, so its operator gets along without. Others have been refused before.
 */
export function requireAdminFactor(platform: Platform) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const actor = c.get('actor');
    if (actor) await checkAdminFactor(platform, actor);
    await next();
  });
}

export const adminFactorCodes = { needed: 'operator_factor_needed', notShown: 'operator_factor_not_shown' } as const;

/** The same rule for whoever is no call: a page, a live query. Refuses (403) with one of the two codes. */
export async function checkAdminFactor(platform: Platform, actor: Actor): Promise<void> {
  if (!isWatched(platform, actor)) return;
  const refusal = !(await hasFactor(platform, actor))
    ? notAllowed(
        'An operator needs an authenticator app or a passkey. Set one up under Settings, Security.',
        adminFactorCodes.needed,
      )
    : !(await hasShown(platform, actor))
      ? notAllowed(
          'Show your authenticator app or a passkey first: confirm under Settings, Security.',
          adminFactorCodes.notShown,
        )
      : null;
  if (!refusal) return;
  platform.security.note(authSecurity.operatorFactor, { outcome: 'refused', code: refusal.code, member: actor.id });
  throw refusal;
}

/**
 * Whether an operator in production has a factor and this session has not shown it lately: then it may not put another
 * in its place either.
 */
export async function hidesAdminFactor(platform: Platform, actor: Actor): Promise<boolean> {
  return isWatched(platform, actor) && (await hasFactor(platform, actor)) && !(await hasShown(platform, actor));
}

const isWatched = ({ config }: Platform, actor: Actor) => config.mode === 'production' && actor.role === 'admin';

async function hasFactor({ db, identity }: Platform, actor: Actor): Promise<boolean> {
  return (await identity.secondFactors.isOn(db, actor.id)) || (await countPasskeys(db, actor.id)) > 0;
}

/**
 * A working day: who was away for a night shows it again, and so does whoever sits down at a machine that was left
 * open.
 */
const shownForMs = 12 * hourMs;

async function hasShown({ db, clock }: Platform, { sessionId }: Actor): Promise<boolean> {
  return sessionId !== null && (await hasShownTwoFactors(db, sessionId, new Date(clock.now().getTime() - shownForMs)));
}
