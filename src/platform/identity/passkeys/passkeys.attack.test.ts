import { expect, test } from 'vitest';
import { type SoftwareAuthenticator, softwareAuthenticator, type Twist } from '#testing/software-authenticator.ts';
import { createPasskeys, type NewCredential, PasskeyFault } from './passkeys.ts';
import { namedOrigin, placeOf } from './place.ts';

const origin = 'https://cards.example.com';
const place = { origin, rpId: 'cards.example.com' };
const used = new Set<string>();
const passkeys = createPasskeys({
  appUrl: origin,
  brandName: () => 'Sleeved',
  secrets: ['s'.repeat(32)],
  now: () => new Date('2026-03-01T12:00:00Z'),
  isFirstUse: async (nonce) => !used.has(nonce) && Boolean(used.add(nonce)),
});
const handle = passkeys.handleOf('member-1');

async function register(twist: Twist = {}, authenticator = softwareAuthenticator(origin)): Promise<NewCredential> {
  const options = await passkeys.registrationOptions({
    place,
    sessionId: 'session-1',
    handle,
    accountName: 'Ada',
    known: [],
  });
  return passkeys.verifyRegistration({
    place,
    sessionId: 'session-1',
    handle,
    response: authenticator.create(options, twist) as never,
  });
}

async function use(authenticator: SoftwareAuthenticator, credential: NewCredential, twist: Twist = {}) {
  const options = await passkeys.authenticationOptions({ place, purpose: 'sign-in', holder: 'browser-1' });
  const response = authenticator.get(options, twist) as never;
  return passkeys.verifyAuthentication({
    place,
    purpose: 'sign-in',
    holder: 'browser-1',
    response,
    find: async () => credential,
  });
}

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'let in',
    (error: unknown) => (error instanceof PasskeyFault ? error.message : `no fault of a passkey: ${String(error)}`),
  );

const table: [what: string, twist: Twist, reason: RegExp][] = [
  ['another origin', { origin: 'https://evil.example' }, /origin "https:\/\/evil\.example"/],
  ['a name under ours', { origin: 'https://sub.cards.example.com' }, /response origin/],
  ['ours without https', { origin: 'http://cards.example.com' }, /response origin/],
  ['another rpId', { rpId: 'example.com' }, /RP ID/i],
  ['no user verification', { userVerified: false }, /could not be verified/],
  ['no user presence', { userPresent: false }, /not present/],
  ['the other ceremony', { type: 'payment.get' }, /response type/],
  ['a frame', { crossOrigin: true }, /another site/],
  ['a frame with a named top', { crossOrigin: true, topOrigin: 'https://evil.example' }, /another site/],
  ['a challenge of its own', { challenge: Buffer.alloc(54).toString('base64url') }, /made for another purpose/],
  ['a short challenge', { challenge: 'AAAA' }, /none of ours/],
];
for (const [what, twist, reason] of table) {
  test(`${what} is refused for exactly that reason, at registration and at authentication`, async () => {
    expect(await reasonOf(register(twist))).toMatch(reason);
    const authenticator = softwareAuthenticator(origin);
    const credential = await register({}, authenticator);
    expect(await reasonOf(use(authenticator, credential, twist))).toMatch(reason);
    expect((await use(authenticator, credential)).counter).toBeGreaterThan(1);
  });
}

test('another encoding of a valid challenge is refused', async () => {
  const authenticator = softwareAuthenticator(origin);
  const credential = await register({}, authenticator);
  const options = await passkeys.authenticationOptions({ place, purpose: 'sign-in', holder: 'browser-1' });
  const padded = authenticator.get(options, { challenge: `${options.challenge}=` }) as never;
  const judged = passkeys.verifyAuthentication({
    place,
    purpose: 'sign-in',
    holder: 'browser-1',
    response: padded,
    find: async () => credential,
  });
  expect(await reasonOf(judged)).toMatch(/none of ours/);
});

test('an attestation with certificates is refused unread; self attestation is accepted', async () => {
  const withCertificates = () =>
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(64)],
      ['x5c', [new Uint8Array(200)]],
    ]);
  for (const fmt of ['packed', 'tpm', 'android-safetynet', 'fido-u2f', 'apple', 'android-key']) {
    expect(await reasonOf(register({ attestation: { fmt, statement: withCertificates } }))).toMatch(
      /was not requested/,
    );
  }
  expect(await reasonOf(register({ attestation: { fmt: 'none', statement: withCertificates } }))).toMatch(
    /unexpected attestation statement/,
  );
  const bySelf = (sign: () => Uint8Array) =>
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', sign()],
    ]);
  expect((await register({ attestation: { fmt: 'packed', statement: bySelf } })).counter).toBe(1);
});

test('a credential with another id than the answer’s is refused', async () => {
  const authenticator = softwareAuthenticator(origin);
  const options = await passkeys.registrationOptions({
    place,
    sessionId: 'session-1',
    handle,
    accountName: 'Ada',
    known: [],
  });
  const response = { ...authenticator.create(options), id: 'AAAA', rawId: 'AAAA' } as never;
  expect(await reasonOf(passkeys.verifyRegistration({ place, sessionId: 'session-1', handle, response }))).toMatch(
    /another credential/,
  );
});

test('a passkey belongs to a host name, never to an IP address', () => {
  expect(placeOf('http://127.0.0.1:3000')).toBeNull();
  expect(placeOf('http://[::1]:3000')).toBeNull();
  expect(placeOf('http://localhost:3000')).toEqual({ origin: 'http://localhost:3000', rpId: 'localhost' });
  expect([namedOrigin('http://127.0.0.1:3000'), namedOrigin('http://192.168.1.5:3000')]).toEqual([
    'http://localhost:3000',
    null,
  ]);
});
