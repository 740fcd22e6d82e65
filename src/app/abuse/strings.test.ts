import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { operations, requestOf } from './operations.testing.ts';
import { changedTables, makeWorld, snapshot, type World } from './world.testing.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
interface Described {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  parameters?: { name: string; in: string }[];
}

let market: TestMarket;
let world: World;
let described: Map<string, Described>;
let schemas: Record<string, Schema>;
beforeAll(async () => {
  market = await startTestMarket();
  world = await makeWorld(market);
  const { body } = await market.request('GET', '/api/openapi.json');
  schemas = body.components.schemas;
  described = new Map(
    Object.entries<Record<string, Described>>(body.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
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
  '\u0000'.repeat(3),
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
const otherKinds: unknown[] = [null, true, 0, -1, 1e308, 0.1, [], [[]], {}, { $ne: null }, { toString: 'x' }, ['a\0b']];

/** What ends the session or the account that the other requests need. */
const ending = /delete-account|sign-out|revoke|change-password|set-password|two-factor\/(enable|disable)/;
const writing = Object.keys(operations).filter((name) => !/^(GET|DELETE) /.test(name) && operations[name]?.access !== 'signed' && !ending.test(name));

const resolved = (schema: Schema | undefined): Schema => (schema?.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {}));

/** Every field of a body by its path, as the document describes it: those of objects inside as well. */
function fieldsOf(schema: Schema, prefix: string[] = []): string[][] {
  return Object.entries(resolved(schema).properties ?? {}).flatMap(([name, part]) => {
    const path = [...prefix, name];
    const inner = [part, ...(part.anyOf ?? [])].map(resolved).find((one) => one.properties);
    return [path, ...(inner && prefix.length < 2 ? fieldsOf(inner, path) : [])];
  });
}

function withField(body: unknown, [name = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  const whole = { ...((typeof body === 'object' ? body : {}) as Record<string, unknown>) };
  whole[name] = rest.length === 0 ? value : withField(whole[name], rest, value);
  return whole;
}

async function ask(name: string, body: unknown): Promise<{ status: number; said: string }> {
  await market.platform.pool.query('delete from auth_rate_limit');
  const { method, path } = requestOf(name, world, world.victim);
  const answer = await market.request(method, path, { body, as: world.victim, headers: { 'content-type': 'application/json' } });
  return { status: answer.status, said: `${answer.status} ${answer.body?.code ?? ''}` };
}

/** Takes any body and believes none of it: [AP-04] is tested where it lives. */
const deaf = 'POST /api/stripe/update-listing-tiers';
const jsonBodies = () =>
  writing.flatMap((name) => {
    const schema = described.get(name)?.requestBody?.content?.['application/json']?.schema;
    return schema && name !== deaf ? [{ name, fields: fieldsOf(schema), honest: requestOf(name, world, world.victim).body ?? {} }] : [];
  });

test('SE-3 text that cannot be meant is refused in every field of every call, and nothing is written', { timeout: 180_000 }, async () => {
  const wrong: string[] = [];
  let asked = 0;
  const before = await snapshot(market);
  for (const { name, fields, honest } of jsonBodies()) {
    for (const field of fields) {
      for (const text of broken) {
        asked++;
        const { status, said } = await ask(name, withField(honest, field, text));
        if (status < 400 || status >= 500) wrong.push(`${name} ${field.join('.')} ${JSON.stringify(text).slice(0, 20)}: ${said}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(250);
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('SE-3 bodies that are no body of ours are refused, and nothing is written', { timeout: 120_000 }, async () => {
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
  for (const { name } of jsonBodies()) {
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

test('SE-3 strange text and other kinds of values are never a fault', { timeout: 240_000 }, async () => {
  const faults: string[] = [];
  let asked = 0;
  for (const { name, fields, honest } of jsonBodies()) {
    for (const field of fields) {
      for (const value of [...strange, ...otherKinds]) {
        asked++;
        const { status, said } = await ask(name, withField(honest, field, value));
        if (status >= 500) faults.push(`${name} ${field.join('.')} ${JSON.stringify(value).slice(0, 40)}: ${said}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(2_000);
  expect(({} as Record<string, unknown>).role).toBeUndefined();
});

test('SE-3 strange text in addresses, parameters and headers is never a fault', { timeout: 120_000 }, async () => {
  const parts = [
    '%00',
    '%ED%A0%80',
    '%ff',
    '%',
    '..%2f..%2f',
    '__proto__',
    'a'.repeat(4_000),
    '%0d%0aX-Injected:1',
    "'%20or%201=1--",
    '\u202e',
    '[]',
    '*',
  ].map((part) => (/^[\x21-\x7e]+$/.test(part) ? part : encodeURIComponent(part)));
  const faults: string[] = [];
  const check = async (method: string, path: string, headers: Record<string, string>, what: string) => {
    await market.platform.pool.query('delete from auth_rate_limit');
    const { status, injected } = await raw(market.url, method, path, headers);
    if (status >= 500 || status === 0 || injected) faults.push(`${method} ${what}: ${status}`);
  };
  const signedIn = { cookie: world.victim.cookie, origin: market.url };
  for (const [name, { parameters = [] }] of described) {
    const [method = '', address = ''] = name.split(' ');
    for (const part of parts) {
      if (address.includes('{')) await check(method, address.replaceAll(/\{\w+\}/g, part), signedIn, `${address} with ${part.slice(0, 20)}`);
      if (method !== 'GET') continue;
      const { path } = requestOf(name, world, world.victim);
      for (const { name: parameter } of parameters.filter((one) => one.in === 'query'))
        await check(method, `${path}?${parameter}=${part}&${parameter}=2&${parameter}[]=3`, signedIn, `${address}?${parameter}=${part.slice(0, 20)}`);
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
    for (const header of ['cookie', 'authorization', 'x-forwarded-for', 'user-agent', 'origin', 'accept-language', 'if-none-match', 'x-request-id'])
      await check('GET', '/api/auth/get-session', { [header]: text }, `${header}: ${text.slice(0, 20)}`);
  }
  expect(faults).toEqual([]);
});

/** By Node's own client, which sends an address as it stands. */
function raw(url: string, method: string, path: string, headers: Record<string, string>): Promise<{ status: number; injected: boolean }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const asked = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, injected: 'x-injected' in answer.headers }));
    });
    asked.on('error', () => resolve({ status: 0, injected: false }));
    asked.end();
  });
}
