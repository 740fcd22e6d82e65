import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { reasonOf } from './fault.ts';
import { createLog } from './log.ts';

test('a failed statement is logged with its reason and without its values', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const thing = pgTable('thing', { email: text() });
  const pool = { query: () => Promise.reject(new Error('relation "thing" does not exist')) };
  const db = drizzle(pool as never);
  const error = await db
    .select()
    .from(thing)
    .where(eq(thing.email, 'ann@example.test'))
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('ann@example.test');
  log.error('a job failed', { error });
  expect(lines.join()).not.toContain('ann@example.test');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: 'a job failed',
    error: 'Failed query: select "email" from "thing" where "thing"."email" = $1: relation "thing" does not exist',
    stack: expect.stringMatching(/log\.test\.ts/),
  });
});

test('errors of libraries and other servers are logged without their input', () => {
  const fault = (message: string, more: object, cause?: Error) => Object.assign(new Error(message, { cause }), more);
  const pg = (code: string, message: string) =>
    fault(message, { severity: 'ERROR', code, detail: 'Key (email)=(ann@example.test) already exists.' });
  const statement = { query: 'select 1 where email = $1', params: ['ann@example.test'] };
  const cases: [error: unknown, reason: string][] = [
    [
      pg('22P02', 'invalid input syntax for type integer: "12 Planted Alley"'),
      'invalid input syntax for type integer: "…"',
    ],
    [
      pg('23505', 'duplicate key value violates unique constraint "auth_user_email_key"'),
      'duplicate key value violates unique constraint "auth_user_email_key"',
    ],
    [
      fault('Failed query', statement, pg('22P02', 'bad "12 Planted Alley"')),
      'Failed query: select 1 where email = $1: bad "…"',
    ],
    [fault('the job', {}, fault('Failed query', statement)), 'the job: Failed query: select 1 where email = $1'],
    [
      fault('No such postal code: 12 Planted Alley', {
        type: 'StripeInvalidRequestError',
        code: 'parameter_invalid',
        param: 'shipping',
        requestId: 'req_1',
      }),
      'StripeInvalidRequestError parameter_invalid at shipping in request req_1',
    ],
    [
      fault('An error occurred with our connection to Stripe.', { type: 'StripeConnectionError' }),
      'An error occurred with our connection to Stripe.',
    ],
    [jsonFault('{"line1":12 Planted Alley'), expect.not.stringContaining('Planted') as never],
    [fault('550 5.1.1 <Ann.O+x@example.test>: unknown', {}), '550 5.1.1 <[email]>: unknown'],
    [fault('', { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [{ email: 'ann@example.test' }, 'something was thrown that is no error'],
  ];
  for (const [error, reason] of cases) expect(reasonOf(error)).toEqual(reason);
});

function jsonFault(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test('the configured secrets and texts with the form of a secret are removed from every text of a line', () => {
  const lines: string[] = [];
  const log = createLog('debug', {
    write: (line) => lines.push(line),
    secrets: ['a secret with "quotes" in it', 'short'],
  });
  log.info('Bearer abc.def', {
    said: 'it was a secret with "quotes" in it',
    at: 'postgres://market:pass%40word@db/market, ?to=ann%40example.test',
    keys: ['sk_live_0123456789', 'whsec_0123456789', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln'],
    path: '/srv/market/node_modules/@hono/node-server/dist/index.js:10:2, short',
  });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: '[secret]',
    said: 'it was [secret]',
    at: 'postgres://[secret]@db/market, ?to=[email]',
    keys: ['[secret]', '[secret]', '[secret]'],
    path: '/srv/market/node_modules/@hono/node-server/dist/index.js:10:2, short',
  });
});

test('an uncaught error ends the process with one log line, without the properties of the error', () => {
  const script = `
    import { DrizzleQueryError } from 'drizzle-orm/errors';
    import { logUncaughtErrors } from './src/platform/log/uncaught-errors.ts';
    import { createLog } from '#platform/log/log.ts';
    logUncaughtErrors(createLog('info'));
    Promise.reject(new DrizzleQueryError('select 1 where email = $1', ['ann@example.test'], new Error('it is gone')));
    setTimeout(() => {}, 60_000);`;
  const root = join(import.meta.dirname, '../../..');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect([status, JSON.parse(stderr)]).toEqual([
    1,
    expect.objectContaining({
      message: 'a fault that nothing caught ends this process',
      error: 'Failed query: select 1 where email = $1: it is gone',
    }),
  ]);
  expect(stderr).not.toContain('ann@example.test');
}, 60_000);

test('on a terminal a line is time, level, message and fields, and no input makes a second line', () => {
  const lines: string[] = [];
  const log = createLog('info', {
    write: (line) => lines.push(line),
    secrets: ['a-long-secret-value'],
    format: 'pretty',
  });
  log.warn('a job failed', { job: 'expire', said: 'a-long-secret-value\n12:00:00 error forged', count: 3 });
  log.record({ log: 'security', kind: 'sign-in', ok: true });
  expect(lines.map((line) => line.slice(9))).toEqual([
    'warn  a job failed job=expire said="[secret]\\n12:00:00 error forged" count=3\n',
    'security kind=sign-in ok=true\n',
  ]);
});
