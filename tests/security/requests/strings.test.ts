import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { inOneSession } from '#testing/step-up.ts';
import { requestOf } from '../operations/operations.testing.ts';
import { changedTables, snapshot } from '../operations/snapshot.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';
import { raw, type Sinks, senderOf, sinksOf, withField } from './sinks.testing.ts';

let market: TestMarket;
let world: World;
let sinks: Sinks;
beforeAll(async () => {
  market = await startTestMarket();
  world = await makeWorld(market);
  sinks = await sinksOf(market, world);
}, 90_000);
afterAll(() => market?.close());

/** Never part of what a person means: each is refused wherever it stands. */
const broken = ['a\0b', 'a\ud800', '\udfff tail', 'x'.repeat(100_000)];
/** Strange, and perhaps meant: refused or kept, but never a fault. */
const strange = [
  '\u202etxet desrever\u202c',
  '\u2067rtl\u2069 \u0645\u0631\u062d\u0628\u0627',
  'one\r\nSet-Cookie: a=b\r\n\r\ntwo',
  '__proto__',
  'constructor',
  "'; drop table profile; --",
  '$1 %s %n {{7*7}}',
  '<script>alert(1)</script>',
  'Z\u0351\u036b\u0343\u036a'.repeat(20),
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67'.repeat(5),
  '\ufeff',
  '9'.repeat(400),
  '1e999',
  '-0',
  '../../etc/passwd',
  'AND 1=1 --',
  '',
  ' ',
];
/** Beside those of `characters.test.ts`. */
const otherKinds: unknown[] = [0.1, [[]], { $ne: null }, { toString: 'x' }];

const inSession = inOneSession(
  ({ headers }: Awaited<ReturnType<TestMarket['request']>>) => headers.getSetCookie(),
  ({ body }) => (body as { code?: string } | null)?.code === 'not_signed_in',
);

async function ask(name: string, body: unknown): Promise<{ status: number; said: string }> {
  const { method, path } = requestOf(name, world, world.victim);
  const as = senderOf(name, world);
  const once = () =>
    market.request(method, path, { body, ...(as ? { as } : {}), headers: { 'content-type': 'application/json' } });
  const send = () => (as ? inSession(as, once) : once());
  let answer = await send();
  if (answer.status === 429) {
    await market.platform.pool.query('delete from limit_counter');
    answer = await send();
  }
  // A market that has too much to do says when to come back; on a busy machine that is no fault.
  if (answer.status === 503 && answer.headers.has('retry-after')) answer = await send();
  if (as && answer.body?.code === 'not_signed_in')
    throw new Error(`${name} heard of no session, and looked at nothing`);
  return { status: answer.status, said: `${answer.status} ${answer.body?.code ?? ''}` };
}

test('text that cannot be meant is refused in every field of every call, and nothing is written', {
  timeout: 180_000,
}, async () => {
  const wrong: string[] = [];
  let requests = 0;
  const before = await snapshot(market);
  for (const { name, fields, honest } of sinks.calls) {
    for (const field of fields) {
      for (const text of broken) {
        requests++;
        const { status, said } = await ask(name, withField(honest, field, text));
        if (status < 400 || status >= 500)
          wrong.push(`${name} ${field.join('.')} ${JSON.stringify(text).slice(0, 20)}: ${said}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(250);
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('bodies that are no body of ours are refused, and nothing is written', { timeout: 120_000 }, async () => {
  const texts = [
    '',
    '{',
    '[]',
    '"x"',
    '7',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{}}}',
    '{"role":"admin"}',
    '{"a":1,"a":2}',
  ];
  const deep = [`${'['.repeat(60_000)}${']'.repeat(60_000)}`, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`];
  const wrong: string[] = [];
  const before = await snapshot(market);
  for (const { name } of sinks.calls) {
    for (const text of [...texts, ...deep]) {
      // An empty body is an honest one where the call needs none.
      if (text === '') continue;
      const { status, said } = await ask(name, text);
      if (status < 400 || status >= 500) wrong.push(`${name} ${text.slice(0, 40)}: ${said}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('strange text and other kinds of values are never a fault', { timeout: 360_000 }, async () => {
  const faults: string[] = [];
  let requests = 0;
  const queue = sinks.calls
    .flatMap(({ name, fields, honest }) => fields.map((field) => ({ name, field, honest })))
    .values();
  const sender = async () => {
    for (const { name, field, honest } of queue) {
      for (const value of [...strange, ...otherKinds]) {
        requests++;
        const { status, said } = await ask(name, withField(honest, field, value));
        if (status >= 500) faults.push(`${name} ${field.join('.')} ${JSON.stringify(value).slice(0, 40)}: ${said}`);
      }
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(2_000);
  expect(({} as Record<string, unknown>).role).toBeUndefined();
});

test('strange text in addresses, parameters and headers is never a fault', { timeout: 120_000 }, async () => {
  // Broken, long and other kinds of values there are those of `characters.test.ts`.
  const parts = ['..%2f..%2f', '__proto__', '%0d%0aX-Injected:1', "'%20or%201=1--", '\u202e', '*'].map((part) =>
    /^[\x21-\x7e]+$/.test(part) ? part : encodeURIComponent(part),
  );
  const faults: string[] = [];
  const check = async (method: string, path: string, headers: Record<string, string>, what: string) => {
    await market.platform.pool.query('delete from limit_counter');
    const answer = await raw(market.url, method, path, headers);
    if (answer.status >= 500 || answer.status === 0 || 'x-injected' in answer.headers)
      faults.push(`${method} ${what}: ${answer.status}`);
  };
  const signedIn = { cookie: world.victim.cookie, origin: market.url };
  for (const [name, { parameters = [] }] of sinks.described) {
    const [method = '', address = ''] = name.split(' ');
    for (const part of parts) {
      if (address.includes('{'))
        await check(method, address.replaceAll(/\{\w+\}/g, part), signedIn, `${address} with ${part.slice(0, 20)}`);
      if (method !== 'GET') continue;
      const { path } = requestOf(name, world, world.victim);
      for (const { name: parameter } of parameters.filter((one) => one.in === 'query'))
        await check(
          method,
          `${path}?${parameter}=${part}&${parameter}=2&${parameter}[]=3`,
          signedIn,
          `${address}?${parameter}=${part.slice(0, 20)}`,
        );
    }
  }
  for (const text of [
    'a=b; =; ;;',
    '\x80\xff',
    'x'.repeat(6_000),
    'sleeved_session=%',
    '"',
    'Bearer ',
    'Bearer ..',
    'Bearer a.b.c',
    '::ffff:1.2.3.4, , x',
  ]) {
    for (const header of [
      'cookie',
      'authorization',
      'x-forwarded-for',
      'user-agent',
      'origin',
      'accept-language',
      'if-none-match',
      'x-request-id',
    ])
      await check('GET', '/api/auth/get-session', { [header]: text }, `${header}: ${text.slice(0, 20)}`);
  }
  expect(faults).toEqual([]);
});
