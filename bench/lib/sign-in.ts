import { systemClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';

export interface Session {
  /** A bearer token, valid for an hour. */
  token: string;
  /** The session cookie as `name=value`. */
  cookie: string;
}

const device = { address: '127.0.0.1', userAgent: 'bench' };
const atOnce = 64;

/** Opens a session for each member, in their order. Members of a filled database have no password. */
export async function signIn(url: string, config: Config, memberIds: readonly string[]): Promise<Session[]> {
  const log = createLog('warn');
  const { pool, db, close } = openDatabase(url, log, 8);
  const security = createSecurityLog({ log, secret: config.authSecret });
  const limits = openLimits({ db, clock: systemClock, redis: null, secret: config.authSecret, security });
  const site = { brand: { name: config.brandName, accent: null, logo: null } };
  const identity = createIdentity({
    config,
    site,
    db,
    pool,
    bus: new Bus(),
    clock: systemClock,
    log,
    limits,
    security,
  });
  const open = async (id: string): Promise<Session> => {
    const { sessionId, expiresAt, cookies } = await identity.openSession(id, device);
    const actor: Actor = { id, role: 'member', via: 'cookie', sessionId, signedInAt: new Date() };
    const { token } = identity.issueToken({ ...actor, sessionId }, expiresAt);
    return { token, cookie: cookies[0]?.split(';')[0] ?? '' };
  };
  try {
    const sessions: Session[] = [];
    for (let at = 0; at < memberIds.length; at += atOnce)
      sessions.push(...(await Promise.all(memberIds.slice(at, at + atOnce).map(open))));
    return sessions;
  } finally {
    await close();
  }
}
