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

/** Time for the sign-in at the provider. */
export const flowLifeMs = 10 * 60_000;

/** A confirmation requires a sign-in at the provider within this time, plus clock skew. */
const freshSeconds = 600;
const skewSeconds = 60;

/** The context of a sign-in, stored between the redirect and the callback. */
export interface Flow {
  purpose: 'sign-in' | 'link' | 'confirm';
  /** The page to return to; checked by the caller. */
  next: string;
  isPopup: boolean;
  /** The member's session that started the flow; the answer is valid for this session only. */
  sessionId: string | null;
  /** The origin by which the browser reached the app. */
  origin: string;
}

/** The person's claims. An e-mail counts only where the provider has confirmed it. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** The address of their photo; null for none and for an address that is not the provider's. */
  photo: string | null;
}

export type Finished =
  | { kind: 'proven'; flow: Flow; person: Person }
  | { kind: 'cancelled'; flow: Flow }
  /**
   * `reason` is for the log. The flow is known where the browser's cookie was valid. `isMisconfigured`: only the host
   * can fix it. `isStale`: the person has to sign in at the provider again.
   */
  | { kind: 'failed'; flow: Flow | null; reason: string; isMisconfigured?: boolean; isStale?: boolean };

export interface OpenId {
  /**
   * The provider's address for the browser, and the cookie that binds the answer to it. Throws `OpenIdFault` when the
   * provider does not answer.
   */
  begin(flow: Flow): Promise<{ url: string; cookies: string[] }>;
  /** Validates the answer. Each can be used once. */
  finish(query: URLSearchParams, cookieHeader: string): Promise<Finished>;
  /** `Set-Cookie` values that end a flow. */
  clearedCookies(): string[];
}

export interface OpenIdParts extends ProviderSettings {
  secrets: readonly string[];
  isFirstUse(state: string): Promise<boolean>;
}

export const callbackPath = '/api/auth/callback/google';

interface StoredFlow extends Flow, Expected {
  issuer: string;
}

/**
 * The authorization code flow with PKCE, state and nonce. Its values are encrypted in a cookie of the browser: an
 * answer in another browser, a second time, after the expiry, or of another provider proves nothing.
 */
export function createOpenId(parts: OpenIdParts): OpenId {
  const { issuer, appUrl, secrets, now } = parts;
  const provider = createProvider(parts);
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'openid flow', 32)));
  const [key = new Uint8Array()] = keys;
  const isHttps = appUrl.startsWith('https://');
  const cookieName = isHttps ? '__Host-sleeved_google' : 'sleeved_google';
  const cookieTail = `; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;

  async function readFlow(header: string): Promise<StoredFlow | null> {
    const value = findCookie(header, cookieName);
    if (value === null || value.length > 4_096) return null;
    for (const one of keys) {
      try {
        const { payload } = await jwtDecrypt(value, one, {
          currentDate: now(),
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return payload.flow as StoredFlow;
      } catch {
        // Encrypted with another key, forged, or expired.
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
      const sealed = await new EncryptJWT({ flow: { ...flow, ...expected, issuer } satisfies StoredFlow })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(new Date(now().getTime() + flowLifeMs))
        .encrypt(key);
      return { url: url.href, cookies: [`${cookieName}=${sealed}; Max-Age=${flowLifeMs / 1_000}${cookieTail}`] };
    },

    async finish(query, cookieHeader) {
      const flow = await readFlow(cookieHeader);
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
        // Google sends the time only to verified apps; without it the account chosen just now has to suffice.
        const age = typeof claims.auth_time === 'number' ? now().getTime() / 1_000 - claims.auth_time : 0;
        if (flow.purpose === 'confirm' && age > freshSeconds + skewSeconds)
          return { ...failed(`the person signed in at the provider ${Math.round(age)} s ago`), isStale: true };
        const email = typeof claims.email === 'string' && claims.email !== '' ? claims.email : null;
        const person: Person = {
          issuer,
          subject: claims.sub,
          email,
          // Some providers send the boolean as text; any other value is no confirmation.
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
