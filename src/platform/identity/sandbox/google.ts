import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Hono } from 'hono';
import { EncryptJWT, exportJWK, jwtDecrypt, SignJWT } from 'jose';
import { callbackPath } from '../providers/openid.ts';
import { errorPage, signInPage } from './google-page.ts';
import { standInPhoto } from './google-photo.ts';

export interface GoogleSandboxOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  appUrl: string;
  now(): Date;
  /** Whether this code is used for the first time, in any process. */
  isFirstUse(code: string): Promise<boolean>;
}

interface Granted {
  redirectUri: string;
  challenge: string;
  nonce: string | null;
  claims: Record<string, unknown>;
}

const codeLifeSeconds = 60;
const tokenLifeSeconds = 3_600;

/**
 * The sandbox's stand-in for Google: an OpenID provider with discovery, keys, authorization code and PKCE that accepts
 * any e-mail. It is stateless: a code is the encrypted grant, and the key is derived from the client's secret, so
 * several processes act as one provider.
 */
export function createGoogleSandbox(options: GoogleSandboxOptions): Hono {
  const { issuer, clientId, clientSecret, now } = options;
  const app = new Hono();
  const sealKey = new Uint8Array(hkdfSync('sha256', clientSecret, '', 'sandbox google code', 32));
  const signKey = signingKey(clientSecret);
  const kid = createHash('sha256').update(clientSecret).digest('hex').slice(0, 16);

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name', 'picture'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    }),
  );

  app.get('/jwks', async (c) =>
    c.json({ keys: [{ ...(await exportJWK(createPublicKey(signKey))), kid, alg: 'ES256', use: 'sig' }] }),
  );

  app.get('/photo/:name', (c) => c.body(standInPhoto(c.req.param('name')), 200, { 'content-type': 'image/png' }));

  app.get('/authorize', (c) => {
    const query = new URL(c.req.url).searchParams;
    const problem = requestProblem(query, options);
    return problem
      ? c.html(errorPage(problem), 400, pageHeaders)
      : c.html(signInPage(query.toString(), null), 200, pageHeaders);
  });

  app.post('/authorize', async (c) => {
    const form = await c.req.parseBody();
    const query = new URLSearchParams(text(form.request));
    const problem = requestProblem(query, options);
    if (problem) return c.html(errorPage(problem), 400, pageHeaders);
    const back = (answer: Record<string, string>) => {
      const url = new URL(query.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '', iss: issuer }))
        url.searchParams.set(name, value);
      return c.body(null, 303, { ...pageHeaders, location: url.href });
    };
    if (form.cancel !== undefined) return back({ error: 'access_denied' });
    const email = text(form.email).trim().slice(0, 254);
    const hasEmail = form.no_email === undefined;
    if (hasEmail && !/^[^\s@]+@[^\s@]+$/.test(email))
      return c.html(signInPage(query.toString(), 'Enter an email address.'), 422, pageHeaders);
    const grant: Granted = {
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce'),
      claims: {
        sub: createHash('sha256').update(`sub:${email.toLowerCase()}`).digest('hex').slice(0, 21),
        ...(form.photo === undefined
          ? {}
          : { picture: `${issuer}/photo/${createHash('sha256').update(email).digest('hex').slice(0, 12)}` }),
        ...(hasEmail ? { email, email_verified: form.unverified === undefined, name: email.split('@')[0] } : {}),
      },
    };
    const code = await new EncryptJWT({ grant })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setJti(randomBytes(16).toString('base64url'))
      .setExpirationTime(new Date(now().getTime() + codeLifeSeconds * 1_000))
      .encrypt(sealKey);
    return back({ code });
  });

  app.post('/token', async (c) => {
    const form = await c.req.parseBody();
    const refuse = (error: string, status: 400 | 401) => c.json({ error }, status, { 'cache-control': 'no-store' });
    const [id, secret] = credentials(c.req.header('authorization'), form);
    if (id !== clientId || !isSame(secret, clientSecret)) return refuse('invalid_client', 401);
    if (form.grant_type !== 'authorization_code') return refuse('unsupported_grant_type', 400);
    const opened = await jwtDecrypt(text(form.code), sealKey, { currentDate: now() }).catch(() => null);
    const grant = opened?.payload.grant as Granted | undefined;
    if (!grant || !opened?.payload.jti || !(await options.isFirstUse(opened.payload.jti)))
      return refuse('invalid_grant', 400);
    const challenge = createHash('sha256').update(text(form.code_verifier)).digest('base64url');
    if (form.redirect_uri !== grant.redirectUri || !isSame(challenge, grant.challenge))
      return refuse('invalid_grant', 400);
    const idToken = await new SignJWT({ ...grant.claims, ...(grant.nonce === null ? {} : { nonce: grant.nonce }) })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt(now())
      .setExpirationTime(new Date(now().getTime() + tokenLifeSeconds * 1_000))
      .sign(signKey);
    const answer = {
      access_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: tokenLifeSeconds,
      id_token: idToken,
    };
    return c.json(answer, 200, { 'cache-control': 'no-store' });
  });

  return app;
}

/** The popup with these pages must retain its opener. The pages may not be framed. */
const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'unsafe-none',
};

/** The error of an application's request. Shown on our own page: a foreign address gets no redirect. */
function requestProblem(query: URLSearchParams, { clientId, appUrl }: GoogleSandboxOptions): string | null {
  if (query.get('client_id') !== clientId) return 'The client_id isn’t the one of this site.';
  if (!isOwnCallback(query.get('redirect_uri') ?? '', appUrl)) return 'The redirect_uri isn’t an address of this site.';
  if (query.get('response_type') !== 'code') return 'The response_type must be code.';
  if (!query.get('scope')?.split(' ').includes('openid')) return 'The scope must include openid.';
  if (query.get('code_challenge_method') !== 'S256' || (query.get('code_challenge') ?? '').length !== 43)
    return 'PKCE with S256 is required.';
  if (!query.get('state')) return 'The state is missing.';
  return null;
}

/** 127.0.0.1 and localhost both reach the sandbox, so both are valid for the callback. */
function isOwnCallback(address: string, appUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const [url, own] = [new URL(address), new URL(appUrl)];
  const isHost = url.host === own.host || (['localhost', '127.0.0.1'].includes(url.hostname) && url.port === own.port);
  return (
    isHost && url.protocol === own.protocol && url.pathname === callbackPath && url.search === '' && url.hash === ''
  );
}

function credentials(authorization: string | undefined, form: Record<string, unknown>): [id: string, secret: string] {
  if (!authorization?.startsWith('Basic ')) return [text(form.client_id), text(form.client_secret)];
  const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret)];
}

function signingKey(secret: string): KeyObject {
  const pair = createECDH('prime256v1');
  const d = Buffer.from(hkdfSync('sha256', secret, '', 'sandbox google key', 32));
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const part = (bytes: Buffer) => bytes.toString('base64url');
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: part(d), x: part(point.subarray(1, 33)), y: part(point.subarray(33)) },
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
