import type { Limiter } from '#platform/limiter.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { OpenId } from './providers/openid.ts';
import type { SecondFactors } from './second-factor/second-factor.server.ts';
import type { SecondSteps } from './second-factor/second-step.server.ts';
import type { Actor } from './sessions/actor.ts';

/** The client of a sign-in, for the list of sessions and the limits. */
export interface ClientInfo {
  /** As the HTTP layer resolved it; empty where there is none (tests, demo data). */
  address: string;
  userAgent: string;
  /** The request's `Cookie` header, with this browser's known-device cookie. */
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

/** Sessions, tokens and passwords. Only this folder uses the libraries behind it. */
export interface Identity {
  /**
   * The actor of a request, by session cookie or `Authorization: Bearer`. Null for a visitor, also when the session has
   * ended. A token or no credentials costs no database read, a cookie one prepared query.
   */
  resolve(headers: Headers): Promise<Actor | null>;
  /**
   * Runs a sign-in with limited concurrency: attempts are counted before the password check and taken back after it, so
   * more concurrent ones than the limit allows would make valid sign-ins refuse each other.
   */
  admit: Limiter;
  /** Opens a session for an authenticated user. The caller applies the limits. */
  openSession(userId: string, client: ClientInfo): Promise<OpenedSession>;
  /**
   * Replaces this session's id and token, so that a copy of the cookie is worthless, and ends the member's other
   * sessions or leaves them. Throws a refusal for an ended session (401).
   */
  renewSession(tx: Tx, which: RenewedOne): Promise<OpenedSession>;
  /** The browser's device name for an account that has signed in there before; null otherwise. */
  knownDevice(userId: string, client: ClientInfo): string | null;
  /** Number of accounts that have recently signed in in this browser, at most five. */
  countKnownAccounts(client: ClientInfo): number;
  /** `Set-Cookie` values that delete the session cookies. */
  clearedCookies(): string[];
  /**
   * `Set-Cookie` for a browser whose session was signed before AUTH_SECRET was changed; empty for every other.
   * `cookies` is the request's `Cookie` header.
   */
  reSignedCookies(cookies: string): string[];
  /** A bearer token for this session, valid for an hour, at most until `sessionEnds`. */
  issueToken(actor: Actor & { sessionId: string }, sessionEnds: Date): Token;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  /** Takes as long as a password check, so that an unknown e-mail is not answered faster than a known one. */
  pretendVerify(password: string): Promise<void>;
  /**
   * Ends sessions in this transaction: all of a member's, one, or all but one. Their tokens become invalid in every
   * process. Returns the number of ended sessions.
   */
  endSessions(tx: Tx, which: EndedSessions): Promise<number>;
  /** Sign-in with Google, or with the OpenID provider configured instead. */
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
