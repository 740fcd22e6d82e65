import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { bodyLimits } from '#platform/http/requests/body-limits.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { inOneSession } from '#testing/step-up.ts';
import { accessOf, requestOf } from '../operations/operations.testing.ts';
import { pagesOfBuild } from '../operations/pages.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';
import { raw, senderOf, sinksOf, withField } from './sinks.testing.ts';

/**
 * Characters that no text may hold, long texts and wrong types, in every place that the API's document and the pages
 * name: each is answered, and never with a fault of ours.
 */
const isBuilt = existsSync(join(buildFolder, 'server/index.js'));

let market: TestMarket;
let world: World;
/** What the market logged of its faults: shown where a test fails. */
const errors: string[] = [];
beforeAll(async () => {
  market = await startTestMarket({
    pages: isBuilt,
    onLog: (line) => {
      if (line.includes('"level":"error"')) errors.push(line.slice(0, 2_000));
    },
  });
  world = await makeWorld(market);
}, 120_000);
afterAll(() => market?.close());

const long = 'x'.repeat(10_000);
/** Of this length, with their names. */
const fieldsOfForm = Math.floor(bodyLimits.form / (long.length + 40));
const texts = ['a\0b', 'a\ud800b', '\udfff', 'a\ufffeb', '\uffff', '\u0001', long, '\u{1f0cf}'.repeat(3_000)];
const otherTypes: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53 + 2,
  [],
  [null],
  [['x']],
  {},
  { x: 1 },
  ['a\0b'],
  [long],
];
/** As an address carries them; half of a surrogate pair as the three bytes that some clients send for it. */
const inAddress = [
  ...[
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%ED%BF%BF',
    '%EF%BF%BE',
    '%EF%BF%BF',
    '%01',
    '%FF',
    '%',
    'x'.repeat(10_000),
    '%F0%9F%83%8F'.repeat(300),
  ],
  ...[
    '-1',
    '1e999',
    '9007199254740993',
    '99999999999999999999999',
    '2147483648',
    '0.5',
    'true',
    'null',
    '[]',
    '{}',
    '',
  ],
];

type Answer = Awaited<ReturnType<typeof raw>>;
const isFault = ({ status }: Answer) => status === 0 || status >= 500;
const ended = ({ status, body }: Answer) => status === 401 && body.includes('"not_signed_in"');
const inSession = inOneSession(({ headers }: Answer) => headers['set-cookie'] ?? [], ended);

/** Sends as the operation's rightful sender. Limits do not end the walk. */
async function ask(name: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const [method = ''] = name.split(' ');
  const as = senderOf(name, world);
  const send = () =>
    raw(
      market.url,
      method,
      path,
      { origin: market.url, 'content-type': 'application/json', ...(as ? { cookie: as.cookie } : {}), ...headers },
      body,
    );
  const once = () => (as ? inSession(as, send) : send());
  const answer = await once();
  if (answer.status !== 429) return answer;
  await market.platform.pool.query('delete from limit_counter');
  return once();
}

const said = (what: string, value: unknown, { status }: Answer) =>
  `${what}, ${(JSON.stringify(value) ?? '').slice(0, 40)}: ${status}`;

test('no character, length or type in a field of any JSON body is a fault', { timeout: 280_000 }, async () => {
  const { calls } = await sinksOf(market, world);
  const faults: string[] = [];
  let requests = 0;
  const queue = calls
    .flatMap(({ name, fields, honest }) => [[], ...fields].map((field) => ({ name, field, honest })))
    .values();
  const sender = async () => {
    for (const { name, field, honest } of queue) {
      for (const value of [...texts, ...otherTypes]) {
        const body = JSON.stringify(field.length === 0 ? value : withField(honest, field, value));
        const answer = await ask(name, requestOf(name, world, world.victim).path, {}, body);
        requests++;
        if (isFault(answer)) faults.push(said(`${name} ${field.join('.')}`, value, answer));
      }
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  expect(faults, errors.slice(0, 5).join('\n')).toEqual([]);
  expect(requests).toBeGreaterThan(5_000);
});

test('no character, length or type in a path, query or header of any call is a fault', {
  timeout: 280_000,
}, async () => {
  const { described } = await sinksOf(market, world);
  const faults: string[] = [];
  let requests = 0;
  const queue = [...described].filter(([name]) => accessOf(name) !== undefined).values();
  const sender = async () => {
    for (const [name, { parameters = [] }] of queue) {
      const [, address = ''] = name.split(' ');
      const own = requestOf(name, world, world.victim);
      const body = own.body === undefined || own.body instanceof FormData ? '' : JSON.stringify(own.body);
      // What would end the account or the session is only asked of things that are not there.
      const isEnding = /delete-account|sign-out|revoke|two-factor/.test(name);
      for (const value of inAddress) {
        for (const part of address.match(/\{\w+\}/g) ?? []) {
          const other = own.path.split('/');
          const path = address
            .split('/')
            .map((word, n) => (word === part ? value : (other[n] ?? word)))
            .join('/');
          const answer = await ask(name, path, {}, body);
          requests++;
          if (isFault(answer)) faults.push(said(`${name} ${part}`, value, answer));
        }
        for (const parameter of parameters.filter((one) => one.in === 'query')) {
          const once = `${parameter.name}=${value}`;
          // What is given twice, or as a list, is read or refused whatever its characters are.
          const others = [`${once}&${parameter.name}=2`, `${parameter.name}[]=${value}`];
          for (const query of [once, ...(value === 'a%00b' || value === '-1' ? others : [])]) {
            const answer = await ask(name, `${own.path}?${query}`, {}, isEnding ? '' : body);
            requests++;
            if (isFault(answer)) faults.push(said(`${name} ?${parameter.name}`, value, answer));
          }
        }
      }
      for (const parameter of parameters.filter((one) => one.in === 'header' && !isEnding)) {
        for (const value of ['\x80\xff', '\xef\xbf\xbe', long, '', ' ', '[]']) {
          const answer = await ask(name, own.path, { [parameter.name.toLowerCase()]: value }, body);
          requests++;
          if (isFault(answer)) faults.push(said(`${name} ${parameter.name}`, value, answer));
        }
      }
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  expect(faults, errors.slice(0, 5).join('\n')).toEqual([]);
  expect(requests).toBeGreaterThan(2_500);
});

/** Every name that the pages ask their address or a form for. */
function namesOfPages(): string[] {
  const sources = globSync('src/{app,features/*}/{,pages/,components/}**/*.{ts,tsx}').filter(
    (file) => !/\.test(ing)?\.tsx?$/.test(file),
  );
  const patterns = [
    /\.(?:get|getAll|has)\('([\w.]+)'/g,
    /\b(?:text|word|many|typed)\((?:form, )?'(\w+)'/g,
    /\bname="([\w.]+)"/g,
  ];
  return [
    ...new Set(
      sources.flatMap((file) =>
        patterns.flatMap((one) => [...readFileSync(file, 'utf8').matchAll(one)].map(([, name = '']) => name)),
      ),
    ),
  ];
}

test.skipIf(!isBuilt)(
  'no character or length in an address or a form of any page is a fault',
  { timeout: 600_000 },
  async () => {
    const names = namesOfPages();
    expect(names).toEqual(expect.arrayContaining(['cursor', 'q', 'set', 'text', 'email', 'listingId', 'name']));
    const pages = await pagesOfBuild();
    const filled = (path: string) =>
      (path.split('?')[0] ?? '')
        .replace('/listings/:id', `/listings/${world.ids.draft}`)
        .replace(/:\w+/, world.ids.list)
        .replace(/:\w+|\*/g, 'x');
    const faults: string[] = [];
    /** The status of the answer. */
    const visit = async (what: string, method: string, path: string, as: TestMember | null, body = '') => {
      const headers = {
        origin: market.url,
        'content-type': 'application/x-www-form-urlencoded',
        ...(as ? { cookie: as.cookie } : {}),
      };
      const answer = await raw(market.url, method, path, headers, body);
      if (answer.status === 429) await market.platform.pool.query('delete from limit_counter');
      // A page that many wait for says when to come back.
      if (isFault(answer) && !(answer.status === 503 && answer.headers['retry-after']))
        faults.push(`${method} ${what}: ${answer.status}`);
      return answer.status;
    };
    const values = ['a%00b', '%ED%A0%80', '%EF%BF%BE', '%01', 'x'.repeat(200), '99999999999999999999999'];
    const queue = pages.flatMap((page) => [null, world.stranger].map((as) => ({ page, as }))).values();
    const sender = async () => {
      for (const { page, as } of queue) {
        const address = filled(page.path);
        // Ends the session of those who come after.
        const isActing = page.hasAction && !/sign-out|delete|\/account|settings\/data/.test(address);
        let isRead = false;
        for (const value of values) {
          const all = names.map((name) => `${name}=${value}`).join('&');
          // Node takes 16 kB of headers and address.
          const inQuery = names.map((name) => `${name}=${value}`).slice(0, Math.floor(14_000 / (value.length + 12)));
          const at = `${page.path} ${value.slice(0, 12)}`;
          // A page and its data have the same loader and action; what they are made of differs.
          for (const suffix of values.indexOf(value) % 2 === 0 ? [''] : ['.data']) {
            await visit(`${at} in the query`, 'GET', `${address}${suffix}?${inQuery.join('&')}`, as);
            if (page.path.includes(':'))
              await visit(
                `${at} in the path`,
                'GET',
                `${(page.path.split('?')[0] ?? '').replace(/:\w+|\*/g, value)}${suffix}`,
                as,
              );
            if (isActing) {
              const status = await visit(`${at} in the form`, 'POST', `${address}${suffix}`, as, all);
              if (status !== 403 && status !== 405) isRead = true;
            }
          }
        }
        // As many fields as a form may carry, where the sender is not refused whatever they send.
        for (let from = 0; isRead && as && from < names.length; from += fieldsOfForm) {
          const form = names.slice(from, from + fieldsOfForm).map((name) => `${name}=${long}`);
          await visit(`${page.path} ${names[from]} and others of 10 kB`, 'POST', address, as, form.join('&'));
        }
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
    expect(faults, errors.slice(0, 5).join('\n')).toEqual([]);
  },
);

test.skipIf(!isBuilt)('a body that is no form is refused by each page', { timeout: 120_000 }, async () => {
  const bodies = [
    ['application/json', '{"intent":"set"}', 415],
    ['text/plain', 'intent=set', 415],
    ['multipart/form-data; boundary=x', 'nothing', 400],
    ['multipart/form-data', 'nothing', 400],
  ] as const;
  const faults: string[] = [];
  for (const { path, hasAction } of await pagesOfBuild()) {
    if (!hasAction) continue;
    for (const [type, body, status] of bodies) {
      const headers = { origin: market.url, 'content-type': type, cookie: world.stranger.cookie };
      const answer = await raw(market.url, 'POST', path.replace(/:\w+|\*/g, 'x'), headers, body);
      if (answer.status !== status && (answer.status >= 500 || answer.status < 300))
        faults.push(`${path} ${type}: ${answer.status}`);
    }
  }
  expect(faults).toEqual([]);
});
