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
 * Guards the admin API: in production an admin needs an authenticator app or a passkey, proven in this session within
 * twelve hours, since a password alone also opens a session of an account with passkeys only. The sandbox has generated
 * members, so its admin needs none. Non-admins are refused before.
 */
export function requireAdminFactor(platform: Platform) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const actor = c.get('actor');
    if (actor) await checkAdminFactor(platform, actor);
    await next();
  });
}

export const adminFactorCodes = { needed: 'operator_factor_needed', notShown: 'operator_factor_not_shown' } as const;

/** The same rule for pages and live queries. Refuses (403) with one of the two codes. */
export async function checkAdminFactor(platform: Platform, actor: Actor): Promise<void> {
  if (!isWatched(platform, actor)) return;
  const refusal = !(await hasFactor(platform, actor))
    ? notAllowed(
        'Admins need an authenticator app or a passkey. Set one up under Settings, Security.',
        adminFactorCodes.needed,
      )
    : !(await hasShown(platform, actor))
      ? notAllowed(
          'Verify your identity with your authenticator app or a passkey first, under Settings, Security.',
          adminFactorCodes.notShown,
        )
      : null;
  if (!refusal) return;
  platform.security.note(authSecurity.operatorFactor, { outcome: 'refused', code: refusal.code, member: actor.id });
  throw refusal;
}

/**
 * Whether an admin in production has a factor that this session has not proven recently: then it may not replace it
 * either.
 */
export async function hidesAdminFactor(platform: Platform, actor: Actor): Promise<boolean> {
  return isWatched(platform, actor) && (await hasFactor(platform, actor)) && !(await hasShown(platform, actor));
}

const isWatched = ({ config }: Platform, actor: Actor) => config.mode === 'production' && actor.role === 'admin';

async function hasFactor({ db, identity }: Platform, actor: Actor): Promise<boolean> {
  return (await identity.secondFactors.isOn(db, actor.id)) || (await countPasskeys(db, actor.id)) > 0;
}

/** A working day: after a night the factor is required again, also on a machine that was left unlocked. */
const shownForMs = 12 * hourMs;

async function hasShown({ db, clock }: Platform, { sessionId }: Actor): Promise<boolean> {
  return sessionId !== null && (await hasShownTwoFactors(db, sessionId, new Date(clock.now().getTime() - shownForMs)));
}
