import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { inOneSession } from '#testing/step-up.ts';
import { requestOf } from '../operations/operations.testing.ts';
import { changedTables, snapshot } from '../operations/snapshot.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';
import { raw, senderOf, sinksOf, withField } from './sinks.testing.ts';

/** A sample in every run; `ABUSE_STRINGS=100000` is the whole of SE-3, `ABUSE_SEED` makes others. */
const total = Number(process.env.ABUSE_STRINGS ?? 300);
const seed = Number(process.env.ABUSE_SEED ?? 3);

let market: TestMarket;
let world: World;
beforeAll(async () => {
  market = await startTestMarket();
  world = await makeWorld(market);
  // A sequence keeps its steps when its transaction is taken back, so no injected call goes unseen.
  await market.platform.pool.query(`create sequence abuse_canary`);
}, 90_000);
afterAll(() => market?.close());

/** The canary's step as a text, a number, a column, a condition and a statement of its own. */
const injections = [
  "' || nextval('abuse_canary') || '",
  "1 or nextval('abuse_canary') > 0",
  "(select nextval('abuse_canary'))",
  "desc, nextval('abuse_canary')",
  "'; select nextval('abuse_canary'); --",
  "') union select nextval('abuse_canary') --",
  '$$ || nextval(text $$abuse_canary$$) || $$',
];
/** Each place gets these, whatever else it gets. */
const classics = ["O'Neill", 'a\0b', ...injections.slice(0, 1), 'a\r\nX-Injected: 1', '"><abuse-tag>'];
/** Breaks out of what text is put into: SQL, headers, HTML, JSON, patterns, addresses, templates, mail. */
const tongues = [
  ...injections,
  ...[
    "'",
    '"',
    '\\',
    "\\'",
    "''",
    '`',
    '$$',
    '$1',
    ';',
    '--',
    '/*',
    '*/',
    '::text',
    '%',
    '_',
    '&',
    '|',
    '!',
    ':*',
    '<->',
    '[',
    '(',
    '*',
    '+',
    '?',
    '(a+)+$',
  ],
  ...[
    '<abuse-tag>',
    '"><abuse-tag>',
    '</script><abuse-tag>',
    '<!--',
    ']]>',
    'javascript:alert(1)',
    '{{7*7}}',
    '%s%n',
    '%00',
    '%0d%0aX-Injected:1',
  ],
  ...[
    '../',
    '..\\',
    'file:///etc/passwd',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '1e999',
    '-1',
    'near_mint',
    'https://youtube.com/',
    'a@example.test',
  ],
];
/** What no person means: most places refuse it before they look further. */
const unmeant = [
  '\0',
  '\ud800',
  '\udfff',
  '\u202e',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\uffff',
  '\r\nX-Injected: 1\r\n\r\n',
  '\r\nBcc: injected@example.test',
];
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
const text = fc.oneof(
  joined(fc.constantFrom(...tongues), fc.string({ maxLength: 6 })),
  joined(fc.constantFrom(...tongues), fc.string({ unit: 'grapheme', maxLength: 6 })),
  fc.constantFrom(...tongues),
  joined(
    fc.constantFrom(...tongues, ...unmeant),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit, maxLength: 8 }),
  ),
);

type Answer = Awaited<ReturnType<typeof raw>>;

interface Sent {
  as: TestMember | null;
  what: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}
type Sink = (value: string) => Sent;

/** As an address carries it; half of a pair as the three bytes that some clients send for it. */
const encoded = (value: string) =>
  [...value].map((sign) => (/^[\ud800-\udfff]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign))).join('');
/** What a header can carry at all. */
const asHeader = (value: string) =>
  Buffer.from(Buffer.from(value).filter((byte) => byte >= 32 && byte !== 127)).toString('latin1');

async function textSinks(): Promise<Sink[]> {
  const { calls, described } = await sinksOf(market, world);
  const all: Sink[] = calls.flatMap(({ name, fields, honest }) =>
    fields.map((field): Sink => {
      const { method, path } = requestOf(name, world, world.victim);
      return (value) => ({
        what: `${name} ${field.join('.')}`,
        as: senderOf(name, world),
        method,
        path,
        body: withField(honest, field, value),
      });
    }),
  );
  for (const [name, { parameters = [] }] of described) {
    const [method = '', address = ''] = name.split(' ');
    if (address.includes('{'))
      all.push((value) => ({
        what: name,
        as: senderOf(name, world),
        method,
        path: address.replaceAll(/\{\w+\}/g, encoded(value)),
      }));
    if (method !== 'GET') continue;
    const { path } = requestOf(name, world, world.victim);
    for (const parameter of parameters.filter((one) => one.in === 'query'))
      all.push((value) => ({
        what: `${name} ?${parameter.name}`,
        as: senderOf(name, world),
        method,
        path: `${path}?${parameter.name}=${encoded(value)}`,
      }));
  }
  for (const header of [
    'cookie',
    'authorization',
    'user-agent',
    'origin',
    'accept-language',
    'if-none-match',
    'x-request-id',
    'idempotency-key',
  ])
    all.push((value) => ({
      what: header,
      as: world.victim,
      method: 'GET',
      path: '/api/auth/get-session',
      headers: { [header]: asHeader(value) },
    }));
  return all;
}

/** How an answer betrays that the text was taken for something else, or null. */
function faultOf({ status, headers, body }: Answer): string | null {
  if (status === 0 || status >= 500) return `status ${status}`;
  if ('x-injected' in headers) return 'a header of its own';
  if (/html|xml/.test(headers['content-type'] ?? '') && body.includes('<abuse-tag')) return 'a tag of its own';
  return null;
}

test(`generated text is neither obeyed nor a fault, in every field, parameter, address and header`, {
  timeout: 180_000 + total * 100,
}, async () => {
  const sinks = await textSinks();
  const cases = [
    ...sinks.flatMap((sink) => classics.map((value) => [sink, value] as const)),
    ...fc.sample(text, { numRuns: total, seed }).map((value, n) => [sinks[n % sinks.length] as Sink, value] as const),
  ];
  const { pool } = market.platform;
  const structure = async () =>
    (
      await pool.query(
        `select md5(string_agg(c::text, '|' order by c::text)) from information_schema.columns c where table_schema = 'public'`,
      )
    ).rows;
  const shape = await structure();
  const { id: bystander } = await market.signUp('a_bystander');
  const before = await snapshot(market, bystander);
  const faults: string[] = [];
  let reached = 0;
  const isTurnedAway = ({ body }: Answer) => /"not_(signed_in|operator)"|"forbidden"/.test(body);
  const inSession = inOneSession(({ headers }: Answer) => headers['set-cookie'] ?? [], isTurnedAway);
  const queue = cases.values();
  const sender = async () => {
    for (const [sink, value] of queue) {
      const { what, as, method, path, headers, body } = sink(value);
      const send = () => {
        const all = {
          origin: market.url,
          'content-type': 'application/json',
          ...(as ? { cookie: as.cookie } : {}),
          ...headers,
        };
        return raw(market.url, method, path, all, body === undefined ? '' : JSON.stringify(body));
      };
      const isMembers = as !== null && headers === undefined;
      const ask = () => (isMembers ? inSession(as, send) : send());
      let answer = await ask();
      if (answer.status === 429) {
        await pool.query('delete from limit_counter');
        answer = await ask();
      }
      if (answer.status !== 429) reached++;
      const fault = isMembers && isTurnedAway(answer) ? 'not even looked at' : faultOf(answer);
      if (fault) faults.push(`${what}, ${JSON.stringify(value)}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, sender));
  const [canary] = (await pool.query('select is_called from abuse_canary')).rows;
  expect({ faults: faults.slice(0, 20), isCanaryMoved: canary.is_called }).toEqual({
    faults: [],
    isCanaryMoved: false,
  });
  expect(reached).toBeGreaterThan(cases.length * 0.98);
  expect(await structure()).toEqual(shape);
  expect(changedTables(before, await snapshot(market, bystander))).toEqual([]);
  expect((await pool.query("select id from auth_user where role = 'admin'")).rows).toEqual([{ id: world.admin.id }]);
  const written = await pool.query(
    'select from thread t join thread_message m on m.thread_id = t.id where m.sender_id = $1 and $2 in (t.first_id, t.second_id)',
    [world.victim.id, world.stranger.id],
  );
  expect(written.rowCount, 'messages of which the text got as far as the conversation').toBeGreaterThan(2);
  expect(({} as Record<string, unknown>).role).toBeUndefined();
  process.stdout.write(`SE-3: ${reached} strings in ${sinks.length} sinks\n`);
});
