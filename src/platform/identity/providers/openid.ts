import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { findCookie } from '../sessions/session-cookie.ts';
import {
  createProvider,
  type Expected,
  OpenIdCanceled,
  OpenIdFault,
  type ProviderSettings,
} from './openid-provider.ts';
import { photoAddress } from './provider-photo.ts';

/** How long a person may take at the provider. */
export const flowLifeMs = 10 * 60_000;

/**
 * Whoever confirms who they are must have signed in at the provider within this time; clocks may differ by the second.
 */
const freshSeconds = 600;
const skewSeconds = 60;

/** What a sign-in is for, kept between leaving and coming back. */
export interface Flow {
  purpose: 'sign-in' | 'link' | 'confirm';
  /** Where the person goes afterwards; checked by whoever uses it. */
  next: string;
  isPopup: boolean;
  /** The session that asks, where a member does; the answer is good for that session only. */
  sessionId: string | null;
  /** The origin that the browser uses for this market. */
  origin: string;
}

/** Who the provider says it is. An e-mail counts as known only where the provider has confirmed it. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** Where their photo can be asked for; null for none and for an address that is not the provider's. */
  photo: string | null;
}

export type Finished =
  | { kind: 'proven'; flow: Flow; person: Person }
  | { kind: 'cancelled'; flow: Flow }
  /**
   * `reason` is for the log. The flow is known where the browser's own cookie was good. `isMisconfigured`: only the
   * operator can mend it. `isStale`: the person has to sign in at the provider anew.
   */
  | { kind: 'failed'; flow: Flow | null; reason: string; isMisconfigured?: boolean; isStale?: boolean };

export interface OpenId {
  /**
   * Where to send the browser, and the cookie that ties the answer to it. Throws `OpenIdFault` when the provider does
   * not answer.
   */
  begin(flow: Flow): Promise<{ url: string; cookies: string[] }>;
  /** Judges what came back. Every answer is used once. */
  finish(query: URLSearchParams, cookieHeader: string): Promise<Finished>;
  /** `Set-Cookie` values that end a flow. */
  clearedCookies(): string[];
}

export interface OpenIdParts extends ProviderSettings {
  secrets: readonly string[];
  isFirstUse(state: string): Promise<boolean>;
}

export const callbackPath = '/api/auth/callback/google';

interface Kept extends Flow, Expected {
  issuer: string;
}

/**
 * Authorization code with PKCE, state and nonce. What must be remembered between leaving and coming back is sealed in a
 * cookie of the browser that left: an answer that comes by another browser, twice, late, or for another provider proves
 * nothing.
 */
export function createOpenId(parts: OpenIdParts): OpenId {
  const { issuer, appUrl, secrets, now } = parts;
  const provider = createProvider(parts);
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'openid flow', 32)));
  const [key = new Uint8Array()] = keys;
  const isHttps = appUrl.startsWith('https://');
  const cookieName = isHttps ? '__Host-sleeved_google' : 'sleeved_google';
  const cookieTail = `; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;

  async function kept(header: string): Promise<Kept | null> {
    const value = findCookie(header, cookieName);
    if (value === null || value.length > 4_096) return null;
    for (const one of keys) {
      try {
        const { payload } = await jwtDecrypt(value, one, {
          currentDate: now(),
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return payload.flow as Kept;
      } catch {
        // Another key's, forged, or too old.
      }
    }
    return null;
  }

  return {
    async begin(flow) {
      const expected: Expected = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = await provider.authorizationUrl(
        expected,
        flow.origin + callbackPath,
        flow.purpose === 'confirm' ? freshSeconds : undefined,
      );
      const sealed = await new EncryptJWT({ flow: { ...flow, ...expected, issuer } satisfies Kept })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(new Date(now().getTime() + flowLifeMs))
        .encrypt(key);
      return { url: url.href, cookies: [`${cookieName}=${sealed}; Max-Age=${flowLifeMs / 1_000}${cookieTail}`] };
    },

    async finish(query, cookieHeader) {
      const flow = await kept(cookieHeader);
      const failed = (reason: string) => ({ kind: 'failed' as const, flow, reason });
      if (!flow) return failed('no flow of this browser');
      if (query.get('state') !== flow.state)
        return { kind: 'failed', flow: null, reason: 'the state is of another flow' };
      if (!(await parts.isFirstUse(flow.state))) return failed('the answer was used before');
      if (flow.issuer !== issuer) return failed('the provider has changed meanwhile');
      try {
        const address = new URL(flow.origin + callbackPath);
        address.search = query.toString();
        const claims = await provider.claims(address, flow);
        // Google says when only to programs that it has looked at; where nothing is said, that the account was chosen a
        // moment ago has to do.
        const age = typeof claims.auth_time === 'number' ? now().getTime() / 1_000 - claims.auth_time : 0;
        if (flow.purpose === 'confirm' && age > freshSeconds + skewSeconds)
          return { ...failed(`the person signed in at the provider ${Math.round(age)} s ago`), isStale: true };
        const email = typeof claims.email === 'string' && claims.email !== '' ? claims.email : null;
        const person: Person = {
          issuer,
          subject: claims.sub,
          email,
          // Some providers write the boolean as text; anything else is no confirmation.
          isEmailVerified: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
          name: typeof claims.name === 'string' ? claims.name : null,
          photo: photoAddress(claims.picture, issuer),
        };
        return { kind: 'proven', flow, person };
      } catch (error) {
        if (error instanceof OpenIdCanceled) return { kind: 'cancelled', flow };
        if (error instanceof OpenIdFault) return { ...failed(error.message), isMisconfigured: error.isMisconfigured };
        throw error;
      }
    },

    clearedCookies: () => [`${cookieName}=; Max-Age=0${cookieTail}`],
  };
}
