import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeyPair, type ScriptedProvider, startScriptedProvider } from '#testing/scripted-provider.ts';
import { tampered } from '#testing/tampered.ts';
import { createOpenId, type Finished, type Flow, type OpenId } from './openid.ts';

const appUrl = 'http://127.0.0.1:4399';
const clientId = 'the-market';
let now = new Date('2026-03-01T12:00:00Z');
let provider: ScriptedProvider;
let good: CryptoKeyPair;
let foreign: CryptoKeyPair;
const used = new Set<string>();

beforeAll(async () => {
  provider = await startScriptedProvider();
  good = provider.good;
  foreign = await newKeyPair();
});
afterAll(() => provider?.close());

function relyingParty(change: { issuer?: string } = {}): OpenId {
  return createOpenId({
    issuer: change.issuer ?? provider.issuer,
    clientId,
    clientSecret: 'known to both',
    appUrl,
    secrets: ['s'.repeat(32)],
    now: () => now,
    isFirstUse: async (state) => !used.has(state) && Boolean(used.add(state)),
  });
}

const wish: Flow = { purpose: 'sign-in', next: '', isPopup: false, sessionId: null, origin: appUrl };

interface Trip {
  party: OpenId;
  cookie: string;
  sent: URLSearchParams;
}

async function leave(party = relyingParty(), flow = wish): Promise<Trip> {
  const { url, cookies } = await party.begin(flow);
  return { party, cookie: cookies[0]?.split(';')[0] ?? '', sent: new URL(url).searchParams };
}

const claimsOf = (sent: URLSearchParams) => ({
  iss: provider.issuer,
  aud: clientId as string | string[],
  sub: 'person-1',
  nonce: sent.get('nonce') ?? '',
  iat: Math.floor(now.getTime() / 1_000),
  exp: Math.floor(now.getTime() / 1_000) + 600,
  email: 'person@example.test',
  email_verified: true as unknown,
});
type Claims = Record<string, unknown>;

const sign = (claims: Claims, header: Record<string, unknown> = {}, key: CryptoKey = good.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(key);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (idToken: string) => (_: IncomingMessage, __: URLSearchParams, response: ServerResponse) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }));
};
const back = (sent: URLSearchParams, change: Record<string, string | null> = {}) => {
  const query = new URLSearchParams({ code: 'the-code', state: sent.get('state') ?? '', iss: provider.issuer });
  for (const [name, value] of Object.entries(change)) value === null ? query.delete(name) : query.set(name, value);
  return query;
};

/** A sign-in whose ID token is created by `make`. */
async function tripWith(make: (sent: URLSearchParams) => Promise<string> | string): Promise<Finished> {
  const { party, cookie, sent } = await leave();
  provider.token = tokenOf(await make(sent));
  return party.finish(back(sent), cookie);
}
const refused = (finished: Finished) => expect(finished.kind).toBe('failed');

test('a valid answer is accepted once, with PKCE', async () => {
  const { party, cookie, sent } = await leave();
  let challenge = '';
  const idToken = await sign(claimsOf(sent));
  provider.token = (request, body, response) => {
    challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    tokenOf(idToken)(request, body, response);
  };
  const person = {
    issuer: provider.issuer,
    subject: 'person-1',
    email: 'person@example.test',
    isEmailVerified: true,
    name: null,
  };
  expect(await party.finish(back(sent), cookie)).toMatchObject({ kind: 'proven', person });
  expect([sent.get('code_challenge_method'), sent.get('code_challenge')]).toEqual(['S256', challenge]);
  expect(sent.get('redirect_uri')).toBe(`${appUrl}/api/auth/callback/google`);
  refused(await party.finish(back(sent), cookie));
});

const badClaims: [string, (claims: ReturnType<typeof claimsOf>) => Claims][] = [
  ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
  ['no nonce', ({ nonce: _, ...claims }) => claims],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://accounts.google.com' })],
  ['no issuer', ({ iss: _, ...claims }) => claims],
  ['an issuer with an additional slash', (claims) => ({ ...claims, iss: `${claims.iss}/` })],
  ['another audience', (claims) => ({ ...claims, aud: 'another-app' })],
  ['no audience', ({ aud: _, ...claims }) => claims],
  ['two audiences and no authorised party', (claims) => ({ ...claims, aud: [clientId, 'another-app'] })],
  ['another authorised party', (claims) => ({ ...claims, azp: 'another-app' })],
  ['an expiry in the past', (claims) => ({ ...claims, exp: claims.iat - 60 })],
  ['no expiry', ({ exp: _, ...claims }) => claims],
  ['a start in the future', (claims) => ({ ...claims, nbf: claims.iat + 600 })],
  ['an age of two hours', (claims) => ({ ...claims, iat: claims.iat - 7_200 })],
  ['no time of issue', ({ iat: _, ...claims }) => claims],
  ['no subject', ({ sub: _, ...claims }) => claims],
  ['an empty subject', (claims) => ({ ...claims, sub: '' })],
  ['a subject that is not text', (claims) => ({ ...claims, sub: 7 })],
  ['a subject of a megabyte', (claims) => ({ ...claims, sub: 'x'.repeat(100_000) })],
];
test.each(badClaims)('an ID token with %s is refused', async (_, change) => {
  refused(await tripWith((sent) => sign(change(claimsOf(sent)))));
});

const badTokens: [string, (sent: URLSearchParams) => Promise<string> | string][] = [
  ['alg none', (sent) => `${part({ alg: 'none', kid: 'k1' })}.${part(claimsOf(sent))}.`],
  [
    'the client secret as its key',
    (sent) =>
      new SignJWT(claimsOf(sent))
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(new TextEncoder().encode('known to both'.padEnd(32))),
  ],
  [
    'the public key as a shared secret',
    (sent) =>
      new SignJWT(claimsOf(sent))
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(new TextEncoder().encode(JSON.stringify(provider.keys[0]))),
  ],
  ["a stranger's signature", (sent) => sign(claimsOf(sent), {}, foreign.privateKey)],
  ['an unpublished key', (sent) => sign(claimsOf(sent), { kid: 'k9' }, foreign.privateKey)],
  [
    'an embedded key',
    async (sent) => sign(claimsOf(sent), { jwk: await exportJWK(foreign.publicKey) }, foreign.privateKey),
  ],
  [
    'an address for its key',
    (sent) => sign(claimsOf(sent), { jku: 'https://evil.example/jwks', kid: 'k9' }, foreign.privateKey),
  ],
  [
    'claims changed after signing',
    async (sent) => {
      const [head, , signature] = (await sign(claimsOf(sent))).split('.');
      return `${head}.${part({ ...claimsOf(sent), sub: 'the-victim' })}.${signature}`;
    },
  ],
  ['an unknown critical header', (sent) => sign(claimsOf(sent), { crit: ['x'], x: 1 }).catch(() => 'unsignable')],
  ['a malformed token', () => 'not-a-token'],
];
test.each(badTokens)('an ID token with %s is refused', async (_, make) => {
  refused(await tripWith(make));
});

test('an e-mail counts as confirmed only for true, not for false, a missing or another value', async () => {
  for (const value of [false, undefined, null, 1, 'yes', 'false', {}]) {
    const finished = await tripWith((sent) => sign({ ...claimsOf(sent), email_verified: value }));
    expect(finished).toMatchObject({ kind: 'proven', person: { isEmailVerified: false } });
  }
  const without = await tripWith((sent) => sign({ ...claimsOf(sent), email: undefined }));
  expect(without).toMatchObject({ kind: 'proven', person: { email: null, isEmailVerified: false } });
});

const badReturns: [string, Record<string, string | null>][] = [
  ['another state', { state: 'another' }],
  ['no state', { state: null }],
  ['no code', { code: null }],
  ['another provider’s issuer', { iss: 'https://accounts.google.com' }],
  ['no issuer, which the provider announced', { iss: null }],
  ['an error of the provider', { error: 'server_error' }],
];
test.each(badReturns)('a callback with %s is refused without a request to the provider', async (_, change) => {
  const { party, cookie, sent } = await leave();
  provider.token = tokenOf(await sign(claimsOf(sent)));
  provider.calls.length = 0;
  refused(await party.finish(back(sent, change), cookie));
  expect(provider.calls).not.toContain('/token');
});

test('a callback of another browser, with a forged cookie, of another sign-in, with a duplicate parameter, or too late is refused', async () => {
  const [mine, attackers] = [await leave(), await leave()];
  provider.token = tokenOf(await sign(claimsOf(mine.sent)));
  refused(await mine.party.finish(back(mine.sent), ''));
  refused(await mine.party.finish(back(mine.sent), 'sleeved_google=e30.e30.e30.e30.e30'));
  refused(await mine.party.finish(back(mine.sent), tampered(mine.cookie)));
  refused(await mine.party.finish(back(attackers.sent), mine.cookie));
  const doubled = back(mine.sent);
  doubled.append('code', 'another');
  refused(await mine.party.finish(doubled, mine.cookie));
  now = new Date(now.getTime() + 11 * 60_000);
  refused(await mine.party.finish(back(mine.sent), mine.cookie));
});

test('mix-up: a sign-in of one provider is not completed by another, even if that one is trusted', async () => {
  const { cookie, sent } = await leave();
  const honest = provider.discovery;
  const second = `${provider.issuer}/second`;
  provider.discovery = { ...honest, issuer: second };
  provider.token = tokenOf(await sign({ ...claimsOf(sent), iss: second }));
  refused(await relyingParty({ issuer: second }).finish(back(sent, { iss: second }), cookie));
  provider.discovery = honest;
});

test.each([
  'HS256',
  'none',
])('an ID token signed with %s is refused, even of a provider that says it signs so', async (alg) => {
  const honest = provider.discovery;
  provider.discovery = { ...honest, id_token_signing_alg_values_supported: [alg, 'ES256'] };
  const shared = new TextEncoder().encode('known to both');
  const signed = ({ sent }: Trip) =>
    createHmac('sha256', shared)
      .update(`${part({ alg })}.${part(claimsOf(sent))}`)
      .digest('base64url');
  const trip = await leave();
  provider.token = tokenOf(`${part({ alg })}.${part(claimsOf(trip.sent))}.${alg === 'none' ? '' : signed(trip)}`);
  refused(await trip.party.finish(back(trip.sent), trip.cookie));
  provider.discovery = honest;
});

test('over http a provider is accepted on this machine only', async () => {
  await expect(relyingParty({ issuer: 'http://provider.example' }).begin(wish)).rejects.toThrow(
    'only requests to HTTPS are allowed',
  );
});

test('a cancelled sign-in is distinguished from a failed one', async () => {
  const { party, cookie, sent } = await leave();
  expect(await party.finish(back(sent, { error: 'access_denied', code: null }), cookie)).toMatchObject({
    kind: 'cancelled',
  });
});

const badAnswers: [string, (response: ServerResponse) => void][] = [
  ['an error', (response) => response.writeHead(400).end('{"error":"invalid_grant"}')],
  ['no ID token', (response) => response.end('{"access_token":"a"}')],
  ['text other than JSON', (response) => response.end('<html>')],
  ['a redirect elsewhere', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/token' }).end()],
  ['a megabyte', (response) => response.end(JSON.stringify({ id_token: 'x'.repeat(1_000_000) }))],
  [
    'half an answer',
    (response) => response.writeHead(200, { 'content-length': '999' }).write('{"id', () => response.destroy()),
  ],
];
test.each(badAnswers)('a token endpoint that returns %s fails only the sign-in', async (_, give) => {
  const { party, cookie, sent } = await leave();
  provider.token = (_request, _body, response) => give(response);
  refused(await party.finish(back(sent), cookie));
});

test('a megabyte is not read, even around a valid ID token', async () => {
  const { party, cookie, sent } = await leave();
  const answer = {
    access_token: 'a',
    token_type: 'Bearer',
    id_token: await sign(claimsOf(sent)),
    padding: 'x'.repeat(1_000_000),
  };
  provider.token = (_request, _body, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  refused(await party.finish(back(sent), cookie));
});

test('a discovery document of another issuer or with invalid addresses is not used', async () => {
  const honest = provider.discovery;
  for (const change of [
    { issuer: 'https://accounts.google.com' },
    { token_endpoint: 'javascript:1' },
    { jwks_uri: undefined },
  ]) {
    provider.discovery = { ...honest, ...change };
    await expect(relyingParty().begin(wish)).rejects.toThrow('discovery document');
  }
  provider.discovery = honest;
});

test('a provider may change its keys between two sign-ins', async () => {
  const party = relyingParty();
  const honest = provider.keys;
  const trip = await leave(party);
  provider.token = tokenOf(await sign(claimsOf(trip.sent)));
  expect((await party.finish(back(trip.sent), trip.cookie)).kind).toBe('proven');
  const fresh = relyingParty();
  provider.keys = [{ ...(await exportJWK(foreign.publicKey)), kid: 'k2', alg: 'ES256' }];
  const later = await leave(fresh);
  provider.token = tokenOf(await sign(claimsOf(later.sent), { kid: 'k2' }, foreign.privateKey));
  expect((await fresh.finish(back(later.sent), later.cookie)).kind).toBe('proven');
  provider.keys = honest;
});

test('a confirmation requires a recent sign-in at the provider, and an hour ago is too old', async () => {
  const answer = async (purpose: Flow['purpose'], claims: Claims) => {
    const { party, cookie, sent } = await leave(relyingParty(), { ...wish, purpose });
    provider.token = tokenOf(await sign({ ...claimsOf(sent), ...claims }));
    const { kind, ...rest } = await party.finish(back(sent), cookie);
    return { kind, isStale: 'isStale' in rest, asks: sent.get('max_age'), claims: sent.get('claims') };
  };
  const ago = (seconds: number) => ({ auth_time: Math.floor(now.getTime() / 1_000) - seconds });
  expect(await answer('confirm', ago(3_600))).toEqual({
    kind: 'failed',
    isStale: true,
    asks: '600',
    claims: expect.stringContaining('auth_time'),
  });
  expect((await answer('confirm', ago(60))).kind).toBe('proven');
  expect((await answer('confirm', {})).kind).toBe('proven');
  expect(await answer('sign-in', ago(3_600))).toEqual({ kind: 'proven', isStale: false, asks: null, claims: null });
});
