import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createGoogleSandbox } from './google.ts';

const appUrl = 'http://127.0.0.1:4398';
const issuer = `${appUrl}/sandbox/google`;
const client = { client_id: 'market', client_secret: 'a secret of the client' };
const redirect_uri = `${appUrl}/api/auth/callback/google`;
const verifier = 'v'.repeat(43);
let now = new Date('2026-03-01T12:00:00Z');
const used = new Set<string>();
const app = createGoogleSandbox({
  issuer,
  clientId: client.client_id,
  clientSecret: client.client_secret,
  appUrl,
  now: () => now,
  isFirstUse: async (code) => !used.has(code) && Boolean(used.add(code)),
});

const honest = {
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri,
  scope: 'openid email',
  state: 'the-state',
  nonce: 'the-nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const post = (path: string, form: Record<string, string>) =>
  app.request(path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const returnOf = async (form: Record<string, string>) => {
  const answer = await post('/authorize', { ...form, request: new URLSearchParams(honest).toString() });
  return new URL(answer.headers.get('location') ?? 'http://none').searchParams;
};
const newCode = async () => (await returnOf({ email: 'ada@example.test' })).get('code') ?? '';
const redeem = (code: string, change: Record<string, string> = {}) =>
  post('/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier: verifier,
    ...client,
    ...change,
  });

test('a code is exchanged for one ID token, once', async () => {
  const code = await newCode();
  const answer = await redeem(code);
  const { id_token } = (await answer.json()) as { id_token: string };
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({
    iss: issuer,
    aud: 'market',
    nonce: 'the-nonce',
    email: 'ada@example.test',
    email_verified: true,
  });
  expect((await redeem(code)).status).toBe(400);
});

test('the code is refused without its PKCE verifier, with another, at another address, without the secret, and after a minute', async () => {
  const changes: Record<string, string>[] = [
    { code_verifier: '' },
    { code_verifier: 'w'.repeat(43) },
    { redirect_uri: `${redirect_uri}/x` },
    { grant_type: 'password' },
  ];
  for (const change of changes) expect((await redeem(await newCode(), change)).status).toBe(400);
  expect((await redeem(await newCode(), { client_secret: 'another' })).status).toBe(401);
  expect((await redeem('made-up')).status).toBe(400);
  const late = await newCode();
  now = new Date(now.getTime() + 61_000);
  expect((await redeem(late)).status).toBe(400);
});

test('a request with a foreign callback, without PKCE or without state gets a page and no redirect', async () => {
  const changes = [
    { redirect_uri: 'https://evil.example/api/auth/callback/google' },
    { redirect_uri: `${appUrl}.evil.example/api/auth/callback/google` },
    { redirect_uri: `${appUrl}/elsewhere` },
    { client_id: 'another' },
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { response_type: 'token' },
    { state: '' },
    { scope: 'email' },
  ];
  for (const change of changes) {
    const request = new URLSearchParams({ ...honest, ...change }).toString();
    expect([change, (await app.request(`/authorize?${request}`)).status]).toEqual([change, 400]);
    const answer = await post('/authorize', { request, email: 'ada@example.test' });
    expect([change, answer.status, answer.headers.get('location')]).toEqual([change, 400, null]);
  }
});

test('the page: cancel, a checkbox for no e-mail, and an invalid e-mail', async () => {
  expect(Object.fromEntries(await returnOf({ cancel: '' }))).toEqual({
    error: 'access_denied',
    state: 'the-state',
    iss: issuer,
  });
  expect((await returnOf({ email: '', no_email: 'on' })).get('code')).toBeTruthy();
  expect((await post('/authorize', { request: new URLSearchParams(honest).toString(), email: 'nobody' })).status).toBe(
    422,
  );
});
