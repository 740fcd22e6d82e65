import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { createHttpApp } from '#app/server/http.server.ts';
import { buyPlaced, onCheckout, passTime, putUpForSale } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import { secretsOf } from '#platform/config/config.ts';
import { startNamedMarket } from '#testing/passkeys.ts';
import { add, collectSecrets, found, takeFromDatabase } from '#testing/secrets.ts';
import { testPassword } from '#testing/server.ts';
import { securityRun } from './security-log.testing.ts';
import { faultsAreNotified } from './security-log-faults.testing.ts';
import { waysInAreNotified } from './security-log-sign-in.testing.ts';

const hasPages = existsSync(join(buildFolder, 'server/index.js'));
const run = securityRun();
const { at, output, said, updates, seen, from, signIn, goOn, post } = run;
// Each of them is a life of many calls, some with a costly hash.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  // Whatever anything in this process says by any way, beside the log.
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation(((chunk: string | Uint8Array, ...rest: never[]) => {
      output.push(String(chunk));
      return write(chunk, ...rest);
    }) as typeof stream.write);
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void output.push(format(...words)));
  at.market = await startNamedMarket({ pages: hasPages, onLog: (line) => output.push(line) });
  at.secrets = collectSecrets(at.market);
  for (const secret of secretsOf(at.market.platform.config)) add(at.secrets, 'a secret of the settings', secret);
}, 90_000);
afterEach(() => takeFromDatabase(at.secrets, at.market));
afterAll(async () => {
  vi.restoreAllMocks();
  await at.market?.close();
});

const adminOf = async (name: string) => {
  const admin = await at.market.signUp(name);
  await at.market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  return admin;
};
const unfit = () => output.filter((line) => line.includes('a fact of the security log was left out'));

test('sign-up, sign-in and refusals are logged with member, network and reason, and without an address', async () => {
  const member = await at.market.signUp('Life_1');
  expect(updates()).toEqual(['entry.signed-up done']);
  const again = { email: member.email, username: 'Life_again', password: testPassword };
  await at.market.request('POST', '/api/auth/sign-up/email', { body: again, headers: from() });
  await signIn(member.email, 'a wrong password, and a long one');
  await signIn('nobody.here@example.test', 'whatever it may be');
  const right = await signIn(member.email, member.password);
  expect(updates()).toEqual([
    'entry.signed-up refused email_taken',
    'entry.signed-in refused wrong_credentials password',
    'entry.signed-in refused no_account password',
    'entry.signed-in done password',
  ]);
  const [opened, , wrong, unknown, done] = said();
  expect(wrong).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    log: 'security',
    kind: 'entry.signed-in',
    outcome: 'refused',
    code: 'wrong_credentials',
    way: 'password',
    account: expect.stringMatching(/^[\w-]{16}$/),
    client: expect.stringMatching(/^[\w-]{16}$/),
    request: expect.stringMatching(/^[0-9a-z]{20}$/),
  });
  // One account and one place have one name each, so that lines can be joined; and the answer leads to its line.
  expect([wrong?.account, done?.account, done?.member]).toEqual([opened?.account, opened?.account, member.id]);
  expect(new Set([wrong?.client, unknown?.client, done?.client]).size).toBe(3);
  expect(unknown?.account).not.toBe(wrong?.account);
  expect(done?.request).toBe(right.headers.get('x-request-id'));
  goOn(member, right);
  await at.market.request('POST', '/api/auth/sign-out', { as: member });
  expect(updates()).toEqual(['identity.sessions-ended done 1 one']);
  expect(said().at(-1)).toMatchObject({ actor: member.id, member: member.id });
});

test('invalid tokens, cross-site requests and unsigned webhooks are logged', async () => {
  const member = await at.market.signUp('Life_2');
  const profile = (headers: Record<string, string>) => at.market.request('GET', '/api/profile', { headers });
  await profile({ cookie: 'sleeved_session=made-up-token-of-a-stranger.c2lnbmF0dXJl' });
  await profile({ authorization: 'Bearer made.up.token-of-a-stranger' });
  const { token } = (await post('/api/auth/token', member)).body;
  await at.market.advance(2 * hourMs);
  await profile({ authorization: `Bearer ${token}` });
  const later = (await post('/api/auth/token', member)).body.token;
  await post('/api/auth/sign-out', member);
  await profile({ authorization: `Bearer ${later}` });
  await at.market.request('GET', '/metrics', { headers: { authorization: 'Bearer the-token-of-a-monitor' } });
  expect(updates()).toEqual([
    'entry.signed-up done',
    'identity.token-refused refused cookie forged',
    'identity.token-refused refused bearer forged',
    'identity.token-refused refused bearer expired',
    'identity.sessions-ended done 1 one',
    'identity.token-refused refused bearer ended',
  ]);
  await at.market.request('POST', '/api/auth/sign-out', { as: member, headers: { origin: 'https://elsewhere.test' } });
  await at.market.request('POST', '/api/stripe/webhook', {
    body: { id: 'evt_made_up' },
    headers: { 'stripe-signature': `t=${Date.now()},v1=made-up` },
  });
  expect(updates()).toEqual([
    'http.origin-refused refused origin_required',
    'stripe.webhook-refused refused bad_signature',
  ]);
  expect(said().at(-1)?.request).toMatch(/^[0-9a-z]{20}$/);

  const address = `${at.market.url.replace('http', 'ws')}/api/realtime`;
  await new Promise((resolve) => new WebSocket(address, { origin: 'https://elsewhere.test' }).once('error', resolve));
  const socket = new WebSocket(address);
  socket.once('open', () =>
    socket.send(JSON.stringify({ type: 'hello', token: 'made.up.token-for-the-live-channel' })),
  );
  await new Promise((resolve) => socket.once('close', resolve));
  expect(updates()).toEqual([
    'http.origin-refused refused origin_required',
    'identity.token-refused refused bearer forged',
  ]);
});

test('what a policy refuses is logged with its rule, from calls, pages and the live channel; a reached limit once a window', async () => {
  const [seller, other] = [await at.market.signUp('Life_3'), await at.market.signUp('Life_4')];
  const listing = await putUpForSale(at.market, seller);
  updates();
  await at.market.request('PATCH', `/api/listings/${listing}`, { as: other, body: { title: 'Mine now' } });
  await at.market.request('GET', '/api/admin/members', { as: other });
  // A visitor has to sign in, which is no attempt at anything.
  await at.market.request('GET', '/api/profile');
  expect(updates()).toEqual([
    'http.policy-refused refused not_allowed a listing: edit http',
    'http.policy-refused refused not_allowed the market: look at members http',
  ]);
  expect(said().at(-1)).toMatchObject({ actor: other.id });
  if (hasPages) {
    await at.market.request('GET', '/admin', { as: other });
    await at.market.request('GET', `/listings/${listing}/edit`, { as: other });
    expect(updates()).toEqual([
      'http.policy-refused refused not_allowed the market: look at members http',
      'http.policy-refused refused not_allowed the market: look at the overview http',
      'http.policy-refused refused not_found a listing: edit http',
    ]);
  }
  const socket = new WebSocket(`${at.market.url.replace('http', 'ws')}/api/realtime`, {
    headers: { cookie: other.cookie },
  });
  socket.once('open', () => {
    socket.send(JSON.stringify({ type: 'hello' }));
    socket.send(JSON.stringify({ type: 'subscribe', id: 'a', query: 'operator', params: {} }));
  });
  await new Promise<void>((resolve) => socket.on('message', (data) => String(data).includes('"id":"a"') && resolve()));
  socket.close();
  expect(updates()).toEqual(['http.policy-refused refused not_allowed the market: look at members live']);

  const one = from();
  for (let n = 0; n < 13; n++)
    await at.market.request('POST', '/api/auth/request-password-reset', {
      body: { email: `many${n}@example.test` },
      headers: one,
    });
  const notified = updates();
  expect(notified.filter((line) => line.startsWith('limits.'))).toEqual([
    'limits.reached refused too_many_attempts entry.reset-address',
  ]);
  expect(notified.filter((line) => line === 'entry.reset-asked refused too_many_attempts false')).toHaveLength(3);
});

waysInAreNotified(run);

test('what an admin reads and does is logged, with the member', async () => {
  const admin = await adminOf('Life_11');
  const [seller, buyer] = [await at.market.signUp('Life_12'), await at.market.signUp('Life_13')];
  const listing = await putUpForSale(at.market, seller);
  const { order, checkoutUrl } = await buyPlaced(at.market, buyer, listing);
  const address = { line1: '7 Canary Lane', city: 'Canaryville', postal_code: 'CN4 7RY', country: 'GB' };
  const paid = await onCheckout(`${checkoutUrl}/pay`, {
    card: '4242424242424242',
    name: 'Cleo Canary',
    email: 'cleo.canary@example.test',
    address,
  });
  expect(paid.status).toBe(200);
  await passTime(at.market);
  for (const secret of [
    '7 Canary Lane',
    'Canaryville',
    'CN4 7RY',
    'Cleo Canary',
    'cleo.canary@example.test',
    '4242424242424242',
  ])
    add(at.secrets, 'the hosted page', secret);
  updates();
  const look = (path: string) => at.market.request('GET', `/api/admin${path}`, { as: admin });
  for (const path of [
    '/members?q=cleo.canary@example.test',
    `/members/${buyer.id}`,
    '/orders',
    `/orders/${order.id}`,
    `/listings/${listing}`,
    '/audit',
    `/orders/${seller.id}`,
  ])
    await look(path);
  expect(updates()).toEqual([
    'operator.read done members',
    `operator.read done member ${buyer.id}`,
    'operator.read done orders',
    `operator.read done order ${order.id}`,
    `operator.read done listing ${listing}`,
    'operator.read done audit',
    'operator.read refused not_found order',
  ]);
  expect(said().at(-1)).toMatchObject({ actor: admin.id });
  await post(`/api/admin/members/${buyer.id}/email`, admin);
  await post(`/api/admin/members/${buyer.id}/suspension`, admin, { reason: 'Wrote from cleo.canary@example.test.' });
  expect(updates()).toEqual([
    `audit.act done email.read ${buyer.id} operator`,
    'identity.sessions-ended done 1 all',
    `audit.act done member.suspended ${buyer.id} operator`,
  ]);
  // As in production, where an operator needs a second factor.
  const platform = { ...at.market.platform, config: { ...at.market.platform.config, mode: 'production' as const } };
  const health = { isReady: async () => [], degraded: () => [], metrics: async () => '' };
  const app = createHttpApp({ platform, pages: null, sandbox: null, health });
  await app.request(`${at.market.url}/api/admin/members`, { headers: { cookie: admin.cookie } });
  expect(updates()).toEqual(['entry.operator-factor refused operator_factor_needed']);
  const { body } = await at.market.request<string>('GET', '/metrics');
  expect(body).toMatch(/^sleeved_security_events_total\{kind="audit.act",outcome="done"\} \d+$/m);
});

faultsAreNotified(run);

test('nothing that a whole run was given, gave or kept stands in anything that it wrote', () => {
  expect(at.secrets.size).toBeGreaterThan(150);
  expect(output.length).toBeGreaterThan(70);
  expect(unfit()).toEqual([]);
  expect(found(at.secrets, output.join('\n'))).toEqual([]);
});

test('every kind and outcome that the features declare was seen here, and nothing else', () => {
  const declared = composition.parts
    .flatMap(({ securityKinds = [] }) => securityKinds)
    .flatMap(({ name, outcomes }) => outcomes.map((one) => `${name} ${one}`));
  expect([...seen].filter((one) => !declared.includes(one))).toEqual([]);
  // `failed` is a fault in the middle of what is followed, which all of them follow alike.
  expect(declared.filter((one) => !seen.has(one) && !one.endsWith(' failed'))).toEqual(seenElsewhere);
});

/** In `undo-deletion.test.ts`, `scanned-files.test.ts` and `rotation.test.ts`. */
const seenElsewhere = ['entry.returned done', 'http.infected-file refused', 'identity.secret-rotated done'];
