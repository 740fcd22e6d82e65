import { authSecretsOf } from '#platform/config/config.ts';
import { createLimiter } from '#platform/limiter.ts';
import type { Platform } from '#platform/platform.ts';
import { identityLimits } from './identity.limits.ts';
import { identitySecurity } from './identity.security.ts';
import type { ClientInfo, Identity, OpenedSession } from './identity.ts';
import { createKnownDevices } from './known-device.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { busySigningIn, createPasswordHasher } from './password-hash.ts';
import { createOpenId } from './providers/openid.ts';
import { createSecondFactors } from './second-factor/second-factor.server.ts';
import { createSecondSteps } from './second-factor/second-step.server.ts';
import type { Actor } from './sessions/actor.ts';
import { bearerLifeMs, createBearerSigner } from './sessions/bearer.ts';
import { watchRevocations } from './sessions/revocations.ts';
import { findCookie, readRotatedCookie, sessionCookieName, signCookieValue } from './sessions/session-cookie.ts';
import { endSessions, insertSession, renewSession, sessionLifeMs } from './sessions/sessions.server.ts';

type Parts = Pick<Platform, 'config' | 'log' | 'clock' | 'db' | 'pool' | 'bus' | 'limits' | 'security'> & {
  site: Pick<Platform['site'], 'brand'>;
};

const sessionQuery = {
  name: 'identity-session-by-token',
  text: `select s.id, s.user_id, s.created_at, s.expires_at, u.role, u.suspended_at
         from auth_session s join auth_user u on u.id = s.user_id where s.token = $1`,
};

/** Below the tightest limit of failures (ten for an account), and enough for full use of the hasher. */
const signInsAtOnce = 5;

/** Sessions recorded for their use of the former secret, so that each is recorded once. */
const maxRotatedSessions = 10_000;

interface SessionUser {
  id: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  role: 'member' | 'admin';
  suspended_at: Date | null;
}

/** Composes sessions, tokens, sign-in methods and limits. */
export function createIdentity(parts: Parts): Identity {
  const { config, site, clock, db, pool, security } = parts;
  const secret = config.authSecret;
  const secrets = authSecretsOf(config);
  const passwords = createPasswordHasher();
  const bearer = createBearerSigner(secrets);
  const revocations = watchRevocations({ db, bus: parts.bus, now: () => clock.now() });
  const devices = createKnownDevices(config.appUrl, secrets);
  const cookieName = sessionCookieName(config.appUrl);
  const cookieTail = `; Path=/; HttpOnly; SameSite=Lax${config.appUrl.startsWith('https://') ? '; Secure' : ''}`;

  async function byBearer(token: string): Promise<Actor | null> {
    const claims = bearer.verify(token, clock.now());
    // A token that we signed and that has only expired was valid at the epoch.
    if (!claims) return refuse('bearer', bearer.verify(token, new Date(0)) ? 'expired' : 'forged');
    const revoked = revocations.isRevoked(claims.sid);
    if (revoked === true || (revoked !== false && (await revoked))) return refuse('bearer', 'ended', claims.sub);
    if (bearer.isOld(token)) noteRotated('bearer', claims.sid, claims.sub);
    return {
      id: claims.sub,
      role: claims.role,
      via: 'bearer',
      sessionId: claims.sid,
      signedInAt: new Date(claims.auth_time * 1_000),
    };
  }

  async function byCookie(header: string): Promise<Actor | null> {
    const value = findCookie(header, cookieName);
    if (value === null) return null;
    const read = readRotatedCookie(value, secrets);
    // A browser that has just signed out has an empty cookie.
    if (read === null) return value === '' ? null : refuse('cookie', 'forged');
    const { rows } = await pool.query<SessionUser>({ ...sessionQuery, values: [read.token] });
    const row = rows[0];
    if (!row || row.expires_at <= clock.now() || row.suspended_at !== null) return null;
    if (read.isOld) noteRotated('cookie', row.id, row.user_id);
    return { id: row.user_id, role: row.role, via: 'cookie', sessionId: row.id, signedInAt: row.created_at };
  }

  function refuse(token: 'bearer' | 'cookie', why: 'forged' | 'expired' | 'ended', member?: string): null {
    security.note(identitySecurity.tokenRefused, { outcome: 'refused', token, why, member });
    return null;
  }

  const rotatedSessions = new Set<string>();
  function noteRotated(token: 'bearer' | 'cookie', sessionId: string, member: string): void {
    const name = `${token} ${sessionId}`;
    if (rotatedSessions.has(name)) return;
    if (rotatedSessions.size >= maxRotatedSessions) rotatedSessions.clear();
    rotatedSessions.add(name);
    security.note(identitySecurity.secretRotated, { outcome: 'done', token, member });
  }

  const cookieOf = (token: string, lifeMs: number) =>
    `${cookieName}=${signCookieValue(token, secret)}; Max-Age=${Math.floor(lifeMs / 1_000)}${cookieTail}`;

  async function openSession(userId: string, client: ClientInfo): Promise<OpenedSession> {
    const { id, token, expiresAt } = await insertSession(db, { ...client, userId }, clock.now());
    return {
      sessionId: id,
      cookies: [cookieOf(token, sessionLifeMs), devices.add(userId, client.cookies)],
      expiresAt,
    };
  }

  return {
    async resolve(headers) {
      const authorization = headers.get('authorization');
      // An invalid token is not replaced by a cookie: the client must learn that it has to renew it.
      if (authorization !== null) return authorization.startsWith('Bearer ') ? byBearer(authorization.slice(7)) : null;
      const cookie = headers.get('cookie');
      return cookie === null ? null : byCookie(cookie);
    },

    admit: createLimiter(signInsAtOnce, 200, busySigningIn),

    openSession,

    async renewSession(tx, which) {
      const { id, token, expiresAt } = await renewSession(tx, which, clock.now());
      return { sessionId: id, cookies: [cookieOf(token, expiresAt.getTime() - clock.now().getTime())], expiresAt };
    },

    knownDevice: (userId, client) => devices.find(userId, client.cookies),
    countKnownAccounts: (client) => devices.count(client.cookies),

    reSignedCookies(header) {
      const value = findCookie(header, cookieName);
      const read = value === null ? null : readRotatedCookie(value, secrets);
      return read?.isOld ? [cookieOf(read.token, sessionLifeMs)] : [];
    },

    clearedCookies() {
      return [`${cookieName}=; Max-Age=0${cookieTail}`];
    },

    issueToken(actor, sessionEnds) {
      const endsMs = Math.min(clock.now().getTime() + bearerLifeMs, sessionEnds.getTime());
      const expiresAt = new Date(Math.floor(endsMs / 1_000) * 1_000);
      const token = bearer.sign({
        sub: actor.id,
        sid: actor.sessionId,
        role: actor.role,
        auth_time: Math.floor(actor.signedInAt.getTime() / 1_000),
        exp: expiresAt.getTime() / 1_000,
      });
      return { token, expiresAt };
    },

    hashPassword: (password) => passwords.hash(password),
    verifyPassword: (hash, password) => passwords.verify(hash, password),
    pretendVerify: (password) => passwords.pretend(password),
    endSessions: (tx, which) => endSessions(tx, which, clock.now()),
    secondFactors: createSecondFactors(secrets),
    secondSteps: createSecondSteps(config.appUrl, secrets),
    google: createOpenId({
      ...config.google,
      appUrl: config.appUrl,
      secrets,
      now: () => clock.now(),
      isFirstUse: async (state) => (await parts.limits.take(identityLimits.openidState, state)).allowed,
    }),
    passkeys: createPasskeys({
      appUrl: config.appUrl,
      brandName: () => site.brand.name,
      secrets,
      now: () => clock.now(),
      isFirstUse: async (nonce) => (await parts.limits.take(identityLimits.passkeyChallenge, nonce)).allowed,
    }),
  };
}
