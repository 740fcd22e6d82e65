import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { newId } from '#kernel/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { authAccount, authRateLimit, authSession, authUser, authVerification } from './identity.tables.ts';
import { sessionCookieName } from './session-cookie.ts';

/** A session lasts this long and is never prolonged: what was stolen ends by itself. */
export const sessionLifeMs = 30 * 24 * 3_600_000;

export interface LibraryParts {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
}

/** The authentication library, for sessions alone: passwords, factors and providers are checked by us, in our own transactions. No implicit linking, no telemetry. */
export function createLibrary({ config, db, clock, log }: LibraryParts) {
  const isHttps = config.appUrl.startsWith('https://');
  return betterAuth({
    appName: config.brandName,
    baseURL: config.appUrl,
    basePath: '/api/auth',
    secret: config.authSecret,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...rest) => log.error('the authentication library failed', { detail: message, rest: rest.map(String).join(' ') }),
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: authUser, session: authSession, account: authAccount, verification: authVerification, rateLimit: authRateLimit },
    }),
    user: {
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'member', input: false },
        suspendedAt: { type: 'date', required: false, input: false },
      },
    },
    session: { expiresIn: sessionLifeMs / 1_000, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: { accountLinking: { enabled: true, disableImplicitLinking: true, trustedProviders: [], allowDifferentEmails: false } },
    // Counted by our own limits, which hold for calls from inside as well.
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: {
          // The library reads the machine's clock; sessions live by the product's, which the sandbox can move.
          before: async (session) => ({
            data: { ...session, createdAt: clock.now(), updatedAt: clock.now(), expiresAt: new Date(clock.now().getTime() + sessionLifeMs) },
          }),
        },
      },
    },
    advanced: {
      database: { generateId: () => newId() },
      // The prefix `__Host-` is part of the name given here, so the library must not add its own.
      useSecureCookies: false,
      cookiePrefix: isHttps ? '__Host-sleeved' : 'sleeved',
      cookies: { session_token: { name: sessionCookieName(config.appUrl) } },
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
    },
  });
}
