import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { emailChanges, newestToken } from '#features/entry/change-email/change-email.testing.ts';
import { buyPlaced, onCheckout, passTime, putUpForSale } from '#features/orders/testing.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { secretsOf } from '#platform/config/config.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { codeOf, wrongCodeOf } from '#testing/authenticator.ts';
import { traveller } from '#testing/google.ts';
import { passkeyBrowser, startNamedMarket } from '#testing/passkeys.ts';
import { collectSecrets, found, keep, type Secrets, takeFromDatabase } from '#testing/secrets.ts';
import { type Answer, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { market as composition } from './features.server.ts';
import { createHttpApp } from './http.server.ts';
import { buildFolder } from './pages.server.ts';
import { securityLines } from './security-log.testing.ts';

const hasPages = existsSync(join(buildFolder, 'server/index.js'));
const output: string[] = [];
const { said, news, seen } = securityLines(output);
// Each of them is a life of many calls, some with a costly hash.
vi.setConfig({ testTimeout: 120_000 });
let market: TestMarket;
let secrets: Secrets;

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
  market = await startNamedMarket({ pages: hasPages, onLog: (line) => output.push(line) });
  secrets = collectSecrets(market);
  for (const secret of secretsOf(market.platform.config)) keep(secrets, 'a secret of the settings', secret);
}, 90_000);
afterEach(() => takeFromDatabase(secrets, market));
afterAll(async () => {
  vi.restoreAllMocks();
  await market?.close();
});

let place = 0;
const from = () => ({ 'x-forwarded-for': `198.51.100.${++place}` });
const cookiesOf = ({ headers }: Answer) => headers.getSetCookie().flatMap((line) => (/^[^=]+=;/.test(line) ? [] : (line.split(';')[0] ?? [])));
const signIn = (email: string, password: string) => market.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: from() });
const goOn = (member: TestMember, answer: Answer) => {
  member.cookie = cookiesOf(answer).join('; ') || member.cookie;
};
const post = (path: string, as: TestMember, body: unknown = {}) => market.request('POST', path, { as, body });
const operatorOf = async (name: string) => {
  const operator = await market.signUp(name);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [operator.id]);
  return operator;
};
const unfit = () => output.filter((line) => line.includes('a fact of the security log was left out'));

test('[A-06] signing up, signing in and being refused are told with who, from where and why, and no address stands there', async () => {
  const member = await market.signUp('Life_1');
  expect(news()).toEqual(['entry.signed-up done']);
  const again = { email: member.email, username: 'Life_again', password: testPassword };
  await market.request('POST', '/api/auth/sign-up/email', { body: again, headers: from() });
  await signIn(member.email, 'a wrong password, and a long one');
  await signIn('nobody.here@example.test', 'whatever it may be');
  const right = await signIn(member.email, member.password);
  expect(news()).toEqual([
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
  await market.request('POST', '/api/auth/sign-out', { as: member });
  expect(news()).toEqual(['identity.sessions-ended done 1 one']);
  expect(said().at(-1)).toMatchObject({ actor: member.id, member: member.id });
});

test('[A-06] tokens that open nothing, requests of other sites and webhooks of nobody are told', async () => {
  const member = await market.signUp('Life_2');
  const profile = (headers: Record<string, string>) => market.request('GET', '/api/profile', { headers });
  await profile({ cookie: 'sleeved_session=made-up-token-of-a-stranger.c2lnbmF0dXJl' });
  await profile({ authorization: 'Bearer made.up.token-of-a-stranger' });
  const { token } = (await post('/api/auth/token', member)).body;
  await market.advance(2 * hourMs);
  await profile({ authorization: `Bearer ${token}` });
  const later = (await post('/api/auth/token', member)).body.token;
  await post('/api/auth/sign-out', member);
  await profile({ authorization: `Bearer ${later}` });
  await market.request('GET', '/metrics', { headers: { authorization: 'Bearer the-token-of-a-monitor' } });
  expect(news()).toEqual([
    'entry.signed-up done',
    'identity.token-refused refused cookie forged',
    'identity.token-refused refused bearer forged',
    'identity.token-refused refused bearer expired',
    'identity.sessions-ended done 1 one',
    'identity.token-refused refused bearer ended',
  ]);
  await market.request('POST', '/api/auth/sign-out', { as: member, headers: { origin: 'https://elsewhere.test' } });
  await market.request('POST', '/api/stripe/webhook', { body: { id: 'evt_made_up' }, headers: { 'stripe-signature': `t=${Date.now()},v1=made-up` } });
  expect(news()).toEqual(['http.origin-refused refused origin_required', 'stripe.webhook-refused refused bad_signature']);
  expect(said().at(-1)?.request).toMatch(/^[0-9a-z]{20}$/);

  const address = `${market.url.replace('http', 'ws')}/api/realtime`;
  await new Promise((resolve) => new WebSocket(address, { origin: 'https://elsewhere.test' }).once('error', resolve));
  const socket = new WebSocket(address);
  socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', token: 'made.up.token-for-the-live-channel' })));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(news()).toEqual(['http.origin-refused refused origin_required', 'identity.token-refused refused bearer forged']);
});

test('[A-06] what a policy refuses is told with its rule, from calls, pages and the live channel; a limit that is reached once a window', async () => {
  const [seller, other] = [await market.signUp('Life_3'), await market.signUp('Life_4')];
  const listing = await putUpForSale(market, seller);
  news();
  await market.request('PATCH', `/api/listings/${listing}`, { as: other, body: { title: 'Mine now' } });
  await market.request('GET', '/api/admin/members', { as: other });
  // A visitor has to sign in, which is no attempt at anything.
  await market.request('GET', '/api/profile');
  expect(news()).toEqual([
    'http.policy-refused refused not_allowed a listing: edit http',
    'http.policy-refused refused not_allowed the market: look at members http',
  ]);
  expect(said().at(-1)).toMatchObject({ actor: other.id });
  if (hasPages) {
    await market.request('GET', '/admin', { as: other });
    await market.request('GET', `/listings/${listing}/edit`, { as: other });
    expect(news()).toEqual([
      'http.policy-refused refused not_allowed the market: look at members http',
      'http.policy-refused refused not_found a listing: edit http',
    ]);
  }
  const socket = new WebSocket(`${market.url.replace('http', 'ws')}/api/realtime`, { headers: { cookie: other.cookie } });
  socket.once('open', () => {
    socket.send(JSON.stringify({ type: 'hello' }));
    socket.send(JSON.stringify({ type: 'subscribe', id: 'a', query: 'operator', params: {} }));
  });
  await new Promise<void>((resolve) => socket.on('message', (data) => String(data).includes('"id":"a"') && resolve()));
  socket.close();
  expect(news()).toEqual(['http.policy-refused refused not_allowed the market: look at members live']);

  const one = from();
  for (let n = 0; n < 13; n++)
    await market.request('POST', '/api/auth/request-password-reset', { body: { email: `many${n}@example.test` }, headers: one });
  const told = news();
  expect(told.filter((line) => line.startsWith('limits.'))).toEqual(['limits.reached refused too_many_attempts entry.reset-address']);
  expect(told.filter((line) => line === 'entry.reset-asked refused too_many_attempts false')).toHaveLength(3);
});

test('[A-06] every change of a way in is told, and every try that fails', async () => {
  const member = await market.signUp('Life_5');
  const factor = (path: string, as: TestMember, body: unknown = {}) => post(`/api/auth/two-factor/${path}`, as, body);
  news();
  const begun = await factor('enable', member);
  const uri: string = begun.body.totpURI;
  await factor('verify-totp', member, { code: wrongCodeOf(uri) });
  goOn(member, await factor('verify-totp', member, { code: codeOf(uri) }));
  expect(news()).toEqual([
    'entry.second-factor-changed done begun',
    'entry.second-factor-changed refused wrong_code on',
    'identity.sessions-ended done 1 others',
    'entry.second-factor-changed done on',
  ]);
  const pending = { ...member };
  goOn(pending, await signIn(member.email, member.password));
  await factor('verify-totp', pending, { code: wrongCodeOf(uri) });
  goOn(pending, await factor('verify-backup-code', pending, { code: begun.body.backupCodes[0] }));
  expect(news()).toEqual([
    'entry.signed-in asked password',
    'entry.code-shown refused wrong_code app',
    'entry.signed-in refused wrong_code second-step',
    'entry.code-shown done recovery',
    'entry.signed-in done second-step',
  ]);
  expect((await factor('generate-backup-codes', pending, { password: member.password })).status).toBe(200);
  expect((await factor('disable', pending)).status).toBe(200);
  expect(news()).toEqual([
    'entry.stepped-up done password-or-code',
    'entry.second-factor-changed done codes-renewed',
    'identity.sessions-ended done 1 others',
    'entry.second-factor-changed done off',
  ]);

  const browser = passkeyBrowser(market, pending.cookie);
  await passkeyBrowser(market, pending.cookie).add('Of another site', { origin: 'https://elsewhere.test' });
  const { id } = (await browser.add()).body;
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  await visitor.prove('sign-in', { counter: 40 });
  await visitor.prove('sign-in', { counter: 7 });
  await visitor.prove('sign-in', { counter: 50, origin: 'https://elsewhere.test' });
  await browser.prove('step-up', { counter: 60 });
  pending.cookie = browser.cookie();
  await browser.call('POST', 'delete-passkey', { id });
  expect(news()).toEqual([
    'entry.passkey-changed refused passkey_refused added',
    'entry.passkey-changed done added',
    'entry.signed-in done passkey',
    'entry.passkey-copied refused passkey_copied',
    'entry.signed-in refused passkey_copied passkey',
    'entry.signed-in refused passkey_refused passkey',
    'identity.sessions-ended done 1 one',
    'entry.stepped-up done passkey',
    'identity.sessions-ended done 1 others',
    'entry.passkey-changed done removed',
  ]);

  const change = (currentPassword: string, newPassword: string) => post('/api/auth/change-password', pending, { currentPassword, newPassword });
  await change('not the present one', 'another-quiet-password');
  goOn(pending, await change(member.password, 'another-quiet-password'));
  expect(news()).toEqual([
    'entry.password-changed refused invalid changed',
    'identity.sessions-ended done 1 others',
    'entry.password-changed done changed',
  ]);
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email }, headers: from() });
  const token = await newestToken(market, member.email, '/auth/reset-password');
  const reset = () => market.request('POST', '/api/auth/reset-password', { body: { token, newPassword: 'a-third-quiet-password' } });
  expect([(await reset()).status, (await reset()).status]).toEqual([200, 410]);
  expect(news()).toEqual([
    'entry.reset-asked done true',
    'identity.sessions-ended done 1 all',
    'entry.password-changed done reset',
    'entry.password-changed refused link_over reset',
  ]);
});

test('[A-06] a change of the e-mail, a confirmation that is asked for, and an account that goes are told', async () => {
  const member = await market.signUp('Life_6');
  await market.platform.pool.query('update auth_user set email_verified = true where id = $1', [member.id]);
  const change = emailChanges(market);
  news();
  await change.ask(member, 'life.seven@example.test');
  await change.cancel(member);
  await change.ask(member, 'life.eight@example.test');
  await change.disown((await change.links(member.email, 'life.eight@example.test')).cancel);
  expect(news()).toEqual([
    'entry.email-changed done asked',
    'entry.email-changed done cancelled',
    'entry.email-changed done asked',
    'identity.sessions-ended done 1 all',
    'entry.email-changed done disowned',
  ]);
  goOn(member, await signIn(member.email, member.password));
  await change.ask(member, 'life.nine@example.test');
  const links = await change.links(member.email, 'life.nine@example.test');
  await change.confirm(links.old);
  await change.confirm(links.fresh, member);
  await change.confirm(links.fresh);
  const told = news().filter((line) => line.startsWith('entry.email'));
  expect(told.slice(0, 3)).toEqual(['entry.email-changed done asked', 'entry.email-changed done confirmed', 'entry.email-changed done made']);
  expect(told[3]).toMatch(/^entry\.email-changed refused \w+ confirmed$/);

  goOn(member, await signIn('life.nine@example.test', member.password));
  await market.advance(11 * minuteMs);
  news();
  await post('/api/auth/revoke-other-sessions', member);
  await post('/api/auth/step-up', member, { password: 'not the password at all' });
  goOn(member, await post('/api/auth/step-up', member, { password: member.password }));
  expect(news()).toEqual([
    'entry.stepped-up asked none',
    'entry.stepped-up refused invalid password-or-code',
    'identity.sessions-ended done 1 one',
    'entry.stepped-up done password-or-code',
  ]);
  expect((await post('/api/users/delete-account', member, { password: member.password })).status).toBe(200);
  expect(news()).toEqual(['entry.stepped-up done password-or-code', 'identity.sessions-ended done 2 all', 'entry.left done']);
});

test('[A-06] a proof that came with a change that is refused confirms nothing, and none is told', async () => {
  const member = await market.signUp('Life_refused');
  await market.advance(11 * minuteMs);
  news();
  await post('/api/auth/two-factor/disable', member, { password: member.password });
  await post('/api/auth/two-factor/disable', member, { password: 'not the password at all' });
  expect(news()).toEqual([
    'entry.second-factor-changed refused second_factor_off off',
    'entry.stepped-up refused invalid password-or-code',
    'entry.second-factor-changed refused invalid off',
  ]);
});

test('[A-06] Google: coming in, being refused, linking and confirming are told', async () => {
  const newcomer = traveller(market);
  news();
  await newcomer.travel({ email: 'canary.of.google@example.test' });
  const spoiled = traveller(market);
  const back = await spoiled.answerAs(await spoiled.leave(), { email: 'spoiled.canary@example.test' });
  await spoiled.get(back.replace(/code=[^&]+/, 'code=a-code-that-was-made-up'));
  expect(news()).toEqual(['entry.signed-in done google', 'entry.signed-in refused google_failed google']);

  const member = await market.signUp('Life_10');
  const trip = async (purpose: string, email = 'linked.canary@example.test') => {
    const person = traveller(market, member.cookie);
    await person.travel({ email }, { purpose, next: '/settings/security' });
    member.cookie = person.cookie();
  };
  await trip('link');
  await post('/api/auth/link-accounts', member, { email: 'linked.canary@example.test', currentUserId: member.id });
  await trip('confirm');
  await trip('confirm', 'canary.of.google@example.test');
  await post('/api/auth/unlink-account', member, { providerId: 'google' });
  await post('/api/auth/set-password', { ...member, cookie: newcomer.cookie() }, { newPassword: 'a-first-quiet-password' });
  expect(news()).toEqual([
    'entry.signed-up done',
    'entry.google-changed done linked',
    'identity.sessions-ended done 1 one',
    'entry.stepped-up done google',
    'entry.stepped-up refused google_other google',
    'entry.google-changed done unlinked',
    'identity.sessions-ended done 1 others',
    'entry.password-changed done set',
  ]);
});

test('[A-06] what an operator reads and does is told, with of whom', async () => {
  const operator = await operatorOf('Life_11');
  const [seller, buyer] = [await market.signUp('Life_12'), await market.signUp('Life_13')];
  const listing = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listing);
  const address = { line1: '7 Canary Lane', city: 'Canaryville', postal_code: 'CN4 7RY', country: 'GB' };
  const paid = await onCheckout(`${checkoutUrl}/pay`, { card: '4242424242424242', name: 'Cleo Canary', email: 'cleo.canary@example.test', address });
  expect(paid.status).toBe(200);
  await passTime(market);
  for (const secret of ['7 Canary Lane', 'Canaryville', 'CN4 7RY', 'Cleo Canary', 'cleo.canary@example.test', '4242424242424242'])
    keep(secrets, 'the hosted page', secret);
  news();
  const look = (path: string) => market.request('GET', `/api/admin${path}`, { as: operator });
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
  expect(news()).toEqual([
    'operator.read done members',
    `operator.read done member ${buyer.id}`,
    'operator.read done orders',
    `operator.read done order ${order.id}`,
    `operator.read done listing ${listing}`,
    'operator.read done audit',
    'operator.read refused not_found order',
  ]);
  expect(said().at(-1)).toMatchObject({ actor: operator.id });
  await post(`/api/admin/members/${buyer.id}/email`, operator);
  await post(`/api/admin/members/${buyer.id}/suspension`, operator, { reason: 'Wrote from cleo.canary@example.test.' });
  expect(news()).toEqual([
    `audit.act done email.read ${buyer.id} operator`,
    'identity.sessions-ended done 1 all',
    `audit.act done member.suspended ${buyer.id} operator`,
  ]);
  // As in production, where an operator needs a second factor.
  const platform = { ...market.platform, config: { ...market.platform.config, mode: 'production' as const } };
  const health = { isReady: async () => [], degraded: () => [], metrics: async () => '' };
  const app = createHttpApp({ platform, pages: null, sandbox: null, health });
  await app.request(`${market.url}/api/admin/members`, { headers: { cookie: operator.cookie } });
  expect(news()).toEqual(['entry.operator-factor refused operator_factor_needed']);
  const { body } = await market.request<string>('GET', '/metrics');
  expect(body).toMatch(/^sleeved_security_events_total\{kind="audit.act",outcome="done"\} \d+$/m);
});

test('[A-06] faults that carry a member’s values are told without them: statements, jobs, mails', async () => {
  const member = await market.signUp('Life_14');
  await market.runJobs();
  const { pool, mail, config } = market.platform;
  const bio = 'I live at 12 Planted Alley, write to planted.canary@example.test';
  keep(secrets, 'a profile', '12 Planted Alley');
  const until = (text: RegExp) => vi.waitFor(() => expect(output.some((line) => text.test(line))).toBe(true), { timeout: 30_000 });

  await pool.query('alter table profile rename column bio to bio_away');
  expect((await market.request('PATCH', '/api/profile', { as: member, body: { bio } })).status).toBe(500);
  await pool.query('alter table profile rename column bio_away to bio');
  await until(/"a request failed".*Failed query: .*bio/);
  // PostgreSQL's own message repeats the value that it could not take.
  await pool.query(`create function planted() returns trigger language plpgsql as $$ begin perform new.bio::int; return new; end $$`);
  await pool.query('create trigger planted before update on profile for each row execute function planted()');
  expect((await market.request('PATCH', '/api/profile', { as: member, body: { bio } })).status).toBe(500);
  await pool.query('drop trigger planted on profile');
  await until(/invalid input syntax for type integer: \\"…\\"/);

  // The job of a reset asks for the address by the address.
  await pool.query('alter table auth_user rename column email to email_away');
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: 'job.canary@example.test' }, headers: from() });
  await until(/"a job failed".*Failed query: .*email/);
  await pool.query('alter table auth_user rename column email_away to email');

  // A mail server that names whom it does not know.
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, answer) => answer(new Error(`5.1.1 <${address}>: Recipient address rejected: User unknown`)),
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const refusing = createMailer(`smtp://127.0.0.1:${port}`, config.mailFrom, pool);
  const send = vi.spyOn(mail, 'send').mockImplementation((letter, id) => refusing.send(letter, id));
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email }, headers: from() });
  await until(/"a job failed".*\[email\]/);
  send.mockRestore();
  await refusing.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const { rows } = await pool.query<{ last_error: string }>('select last_error from graphile_worker.jobs where last_error is not null');
  expect(found(secrets, rows.map((row) => row.last_error).join('\n'))).toEqual([]);
  news();
});

test('[A-06] nothing that a whole run was given, gave or kept stands in anything that it wrote', () => {
  expect(secrets.size).toBeGreaterThan(150);
  expect(output.length).toBeGreaterThan(70);
  expect(unfit()).toEqual([]);
  expect(found(secrets, output.join('\n'))).toEqual([]);
});

test('[A-06] every kind and outcome that the rooms declare was seen here, and nothing else', () => {
  const declared = composition.parts
    .flatMap(({ security = [] }) => security)
    .flatMap(({ name, outcomes }) => outcomes.map((one) => `${name} ${one}`));
  expect([...seen].filter((one) => !declared.includes(one))).toEqual([]);
  // `failed` is a fault in the middle of what is followed, which all of them follow alike.
  expect(declared.filter((one) => !seen.has(one) && !one.endsWith(' failed'))).toEqual(seenElsewhere);
});

/** In `undo-deletion.test.ts`, `scanned-files.test.ts` and `rotation.test.ts`. */
const seenElsewhere = ['entry.returned done', 'http.infected-file refused', 'identity.secret-rotated done'];
