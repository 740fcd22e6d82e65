import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { isInternal, lookupPublic, pushAddress } from '#platform/push/push-address.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { notify } from '../index.server.ts';
import { subscribe } from './push.server.ts';

/** A local push service, and a device that decrypts what arrives there. */
interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
const arrived: Arrived[] = [];
const answers = new Map<string, number>();
let maker: Server;
let market: TestMarket;
let ann: TestMember;
const device = createECDH('prime256v1');
const secret = randomBytes(16);
const keys = { p256dh: device.generateKeys('base64url'), auth: secret.toString('base64url') };
let at = '';

beforeAll(async () => {
  maker = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = request.url ?? '';
    arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(answers.get(path) ?? 201).end();
  });
  await new Promise<void>((resolve) => maker.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;
  market = await startTestMarket();
  ann = await market.signUp('pushed_ann');
}, 60_000);
afterAll(async () => {
  await market?.close();
  maker?.close();
});

const put = (as: TestMember, path: string, extra: object = {}) =>
  market.request('PUT', '/api/push/subscriptions', {
    as,
    body: { endpoint: `${at}${path}`, expirationTime: null, keys, ...extra },
  });
const devicesOf = async (member: TestMember) =>
  (
    await market.platform.pool.query('select endpoint from push_subscription where user_id = $1 order by endpoint', [
      member.id,
    ])
  ).rows.map(({ endpoint }) => endpoint.replace(at, ''));
async function notifyMember(to: TestMember, about: string) {
  const kind = market.platform.notificationKinds.find(({ name }) => name === 'sales');
  if (!kind) throw new Error('no feature sells');
  const updates = {
    userId: to.id,
    kind,
    title: `News ${about}`,
    body: 'What somebody wrote.',
    link: '/orders/1',
    about,
    now: market.clock.now(),
  };
  await write(market.platform, (tx) => notify(tx, updates));
  await market.runJobs();
}

/** RFC 8291: decrypts with the device's keys. */
function open(body: Buffer): unknown {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (from: Buffer, salted: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salted, info, length));
  const shared = derive(
    device.computeSecret(sender),
    secret,
    Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender]),
    32,
  );
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(shared, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

test('[RT-11] a device gets the event and its link, signed with the server’s key and encrypted for that device alone', async () => {
  const { key } = (await market.request('GET', '/api/push/key', { as: ann })).body;
  expect((await market.request('GET', '/api/push/key', { as: ann })).body).toEqual({ key });
  for (const _ of 'ab') expect((await put(ann, '/one')).status).toBe(200);
  expect(await devicesOf(ann)).toEqual(['/one']);
  await notifyMember(ann, 'first');
  const [message, ...more] = arrived.splice(0);
  if (!message) throw new Error('nothing arrived');
  expect([message.path, more]).toEqual(['/one', []]);
  expect(message.body.includes('News')).toBe(false);
  expect(open(message.body)).toEqual({ title: 'News first', link: '/orders/1', tag: message.headers.topic });
  const [, token = '', shown = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(message.headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  expect(shown).toBe(key);
  expect((await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: at })).payload.sub).toBe(
    'mailto:market@example.test',
  );
});

test('[RT-11] a device that is gone is forgotten, one that fails is tried again, and a kind that is turned off is not pushed', async () => {
  await put(ann, '/gone');
  await put(ann, '/busy');
  answers.set('/gone', 410).set('/busy', 503);
  await notifyMember(ann, 'second');
  expect([
    await devicesOf(ann),
    arrived
      .splice(0)
      .map(({ path }) => path)
      .sort(),
  ]).toEqual([
    ['/busy', '/one'],
    ['/busy', '/gone', '/one'],
  ]);
  const { rows } = await market.platform.pool.query(
    "select id from graphile_worker.jobs where task_identifier = 'notifications.push'",
  );
  expect(rows).toHaveLength(1);
  expect(
    (
      await market.request('DELETE', `/api/push/subscriptions?endpoint=${encodeURIComponent(`${at}/busy`)}`, {
        as: ann,
      })
    ).status,
  ).toBe(200);
  const choose = (body: unknown) => market.request('PUT', '/api/notifications/preferences', { as: ann, body });
  await choose({ kinds: { sales: { push: false } } });
  await notifyMember(ann, 'third');
  await choose({ kinds: { sales: { app: false, push: true } } });
  await notifyMember(ann, 'fourth');
  await choose({ mute: true });
  await notifyMember(ann, 'fifth');
  expect(arrived.splice(0).map(({ path, body }) => [path, (open(body) as { title: string }).title])).toEqual([
    ['/one', 'News fourth'],
  ]);
});

test('[RT-11] a device belongs to the member who is signed in there: it changes owner, ends with the session, and the eleventh replaces the oldest', async () => {
  const ben = await market.signUp('pushed_ben');
  await put(ben, '/one');
  expect([await devicesOf(ann), await devicesOf(ben)]).toEqual([[], ['/one']]);
  // Another member's request does not remove it.
  await market.request('DELETE', '/api/push/subscriptions', { as: ann });
  for (let n = 0; n < 10; n++) await put(ben, `/more-${n}`);
  expect(await devicesOf(ben)).toEqual(Array.from({ length: 10 }, (_, n) => `/more-${n}`));
  expect((await market.request('POST', '/api/auth/sign-out', { as: ben, body: {} })).status).toBe(200);
  expect(await devicesOf(ben)).toEqual([]);
});

test('[RT-11] only a public host name over https is stored', async () => {
  const home = (endpoint: string) => pushAddress(endpoint, true) !== null;
  const open = (endpoint: string) => pushAddress(endpoint, false) !== null;
  expect(
    ['https://fcm.googleapis.com/fcm/send/a:b', 'https://updates.push.services.mozilla.com/wpush/v2/x'].map(open),
  ).toEqual([true, true]);
  const inside = [
    'http://127.0.0.1:9/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://0x7f000001/x',
    'https://10.0.0.1/x',
  ];
  const wrong = [
    'http://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://me:you@push.example.com/x',
    'ftp://push.example.com/x',
    'x',
  ];
  expect([...inside, ...wrong].filter(open)).toEqual([]);
  expect(wrong.filter(home)).toEqual([]);
  expect(['https://10.0.0.1/x', 'https://192.168.0.1/x'].filter(home)).toEqual([]);
  expect(home('http://127.0.0.1:9/x')).toBe(true);
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])
    expect([address, isInternal(address)]).toEqual([address, true]);
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].filter(isInternal)).toEqual([]);
  // A name that resolves to an internal address is refused at lookup.
  const found = await new Promise<Error | null>((resolve) =>
    lookupPublic('localhost', { all: true }, (error) => resolve(error)),
  );
  expect(found?.message).toBe('a push address leads inside');
  for (const [extra, field] of [
    [{ endpoint: 'http://192.168.0.1/x' }, 'endpoint'],
    [{ keys: { ...keys, p256dh: 'short' } }, 'keys.p256dh'],
    [{ keys: { ...keys, auth: '<>' } }, 'keys.auth'],
  ] as const) {
    const { status, body } = await put(ann, '/never', extra);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  }
});

test('[RT-11] registering a device while the session ends is refused with 401', async () => {
  const member = await market.signUp();
  const actor = await market.platform.identity.resolve(new Headers({ cookie: member.cookie }));
  if (!actor) throw new Error('no member is signed in');
  await market.request('POST', '/api/auth/sign-out', { as: member });
  await expect(
    subscribe(market.platform, actor, { endpoint: `${at}/late`, expirationTime: null, keys }),
  ).rejects.toMatchObject({ status: 401 });
  expect(await devicesOf(member)).toEqual([]);
});
