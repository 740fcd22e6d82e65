import { createMiddleware } from 'hono/factory';
import { notAllowed } from '#kernel/refusal.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { countPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * In front of the operator's calls: in production an operator needs an authenticator app or a passkey. The sandbox has made-up members and no harm to
 * do, so its operator gets along without. Whoever is no operator goes on, and is refused by the call itself.
 */
export function requireOperatorFactor({ config, db, identity }: Platform) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const actor = c.get('actor');
    if (config.mode === 'production' && actor?.role === 'admin') {
      const hasFactor = (await identity.secondFactors.isOn(db, actor.id)) || (await countPasskeys(db, actor.id)) > 0;
      if (!hasFactor)
        throw notAllowed('An operator needs an authenticator app or a passkey. Set one up under Settings, Security.', 'operator_factor_needed');
    }
    await next();
  });
}
