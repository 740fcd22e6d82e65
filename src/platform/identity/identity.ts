import type { Limiter } from '#platform/limiter.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { OpenId } from './providers/openid.ts';
import type { SecondFactors } from './second-factor/second-factor.server.ts';
import type { SecondSteps } from './second-factor/second-step.server.ts';
import type { Actor } from './sessions/actor.ts';

/** What is known of the device that signs in: shown in the list of sessions, and counted by the limits. */
export interface ClientInfo {
  /** As the HTTP edge found it; empty where there is none (tests, the demo market). */
  address: string;
  userAgent: string;
  /** The request's `Cookie` header: tells whether this browser has signed in to an account before. */
  cookies?: string | undefined;
}

export interface OpenedSession {
  sessionId: string;
  /** Values for `Set-Cookie`. */
  cookies: string[];
  expiresAt: Date;
}

export interface Token {
  token: string;
  expiresAt: Date;
}

export interface RenewedOne {
  userId: string;
  sessionId: string;
  others: 'end' | 'stay';
}

/** Sessions, tokens and passwords. The libraries behind it are an inside matter of this folder. */
export interface Identity {
  /**
   * Who sends this request: by session cookie or `Authorization: Bearer`. Null for a visitor, also when the session has
   * ended. No cookie and no token, or a token: no database read. A cookie: one prepared query.
   */
  resolve(headers: Headers): Promise<Actor | null>;
  /**
   * Runs one sign-in, few at a time. What counts an attempt before it looks at the password, and gives it back after,
   * must not have more of them under way than the limit allows, or honest sign-ins at the same moment would refuse each
   * other.
   */
  admit: Limiter;
  /** Opens a session for somebody who has proven who they are. Limits and words are the caller's. */
  openSession(userId: string, client: ClientInfo): Promise<OpenedSession>;
  /**
   * Gives this session another name and token, so that a copy of the cookie is worth nothing, and ends all of the
   * member's others or lets them be. Refuses a session that has ended meanwhile (401).
   */
  renewSession(tx: Tx, which: RenewedOne): Promise<OpenedSession>;
  /** The name under which this browser is known for having signed in to this account before; null for a stranger's. */
  knownDevice(userId: string, client: ClientInfo): string | null;
  /** How many accounts this browser has signed in to lately; of five at most it keeps a mark. */
  countKnownAccounts(client: ClientInfo): number;
  /** `Set-Cookie` values that take the session cookies away. */
  clearedCookies(): string[];
  /**
   * `Set-Cookie` for a browser whose session was signed before AUTH_SECRET was changed; empty for every other.
   * `cookies` is the request's `Cookie` header.
   */
  reSignedCookies(cookies: string): string[];
  /**
   * A bearer token for this session, good for an hour unless the session ends before: on its last day at `sessionEnds`.
   */
  issueToken(actor: Actor & { sessionId: string }, sessionEnds: Date): Token;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  /** Spends the time of a password check without one, so that an unknown e-mail answers no faster than a known one. */
  pretendVerify(password: string): Promise<void>;
  /**
   * Ends sessions in this transaction: all of a member's, one, or all but one. Their tokens end with them, in every
   * process.
   */
  endSessions(tx: Tx, which: EndedSessions): Promise<number>;
  /** Sign-in with Google, or whichever OpenID provider is configured in its place. */
  google: OpenId;
  passkeys: Passkeys;
  /** Authenticator apps and recovery codes. */
  secondFactors: SecondFactors;
  /** Sign-ins that wait for the second factor. */
  secondSteps: SecondSteps;
}

export interface EndedSessions {
  userId: string;
  /** Only this one. */
  only?: string;
  /** All but this one. */
  except?: string;
}
