import { systemClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import type { Identity } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';

export interface SignIn {
  /** Bearer tokens of these members, good for an hour, in the same order. */
  tokensOf(ids: readonly string[]): Promise<string[]>;
  /** A session cookie for each, as `name=value`. */
  cookiesOf(ids: readonly string[]): Promise<string[]>;
}

const device = { address: '127.0.0.1', userAgent: 'bench' };
const atOnce = 64;

/** Signs members in through the product's own sessions. Members of a filled market have no password. */
export async function withSignIn<T>(url: string, config: Config, work: (signIn: SignIn) => Promise<T>): Promise<T> {
  const log = createLog('warn');
  const { pool, db, close } = openDatabase(url, log, 8);
  try {
    const security = createSecurityLog({ log, secret: config.authSecret });
    const limits = openLimits({ db, clock: systemClock, redis: null, secret: config.authSecret, security });
    const identity = createIdentity({ config, db, pool, bus: new Bus(), clock: systemClock, log, limits, security });
    return await work({
      tokensOf: (ids) => inBatches(ids, (id) => tokenOf(identity, id)),
      cookiesOf: (ids) => inBatches(ids, (id) => cookieOf(identity, id)),
    });
  } finally {
    await close();
  }
}

async function tokenOf(identity: Identity, id: string): Promise<string> {
  const { sessionId, expiresAt } = await identity.openSession(id, device);
  const actor: Actor = { id, role: 'member', via: 'cookie', sessionId, signedInAt: new Date() };
  return identity.issueToken({ ...actor, sessionId }, expiresAt).token;
}

async function cookieOf(identity: Identity, id: string): Promise<string> {
  const { cookies } = await identity.openSession(id, device);
  return cookies[0]?.split(';')[0] ?? '';
}

async function inBatches(ids: readonly string[], work: (id: string) => Promise<string>): Promise<string[]> {
  const results: string[] = [];
  for (let at = 0; at < ids.length; at += atOnce)
    results.push(...(await Promise.all(ids.slice(at, at + atOnce).map(work))));
  return results;
}
