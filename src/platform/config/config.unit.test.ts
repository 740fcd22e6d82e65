import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settingsSchema } from './settings.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sleeved-config-'));
const production = {
  MODE: 'production',
  APP_URL: 'https://cards.example.com',
  AUTH_SECRET: '3f9c1b7e60d24a58b1c7e2f0a9d8437c',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PREMIUM_PRICE_ID: 'price_1',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Cards <cards@example.com>',
  REALTIME_URL: 'wss://live.cards.example.com/api/realtime',
  REALTIME_DOMAIN: 'cards.example.com',
};

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig({ DATA_DIR: folder(), ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('without any setting the sandbox runs; its secrets are created once and readable by the owner only', () => {
  const dataDir = folder();
  const config = readConfig({ DATA_DIR: dataDir });
  expect([config.mode, config.port, config.databaseUrl, config.demo]).toEqual(['sandbox', 3000, null, true]);
  expect(readConfig({ DATA_DIR: dataDir }).authSecret).toBe(config.authSecret);
  expect(statSync(join(dataDir, 'secrets/auth-secret')).mode & 0o077).toBe(0);
});

test('[VA-10] production names every missing setting at once', () => {
  const problems = problemsOf({ MODE: 'production' });
  for (const name of Object.keys(production).filter((name) => name !== 'MODE'))
    expect(problems.join('\n')).toContain(`${name} is missing`);
});

test('[VA-10] a complete production configuration is accepted; any part of the sandbox in it is refused by name', () => {
  expect(problemsOf(production)).toEqual([]);
  expect(problemsOf({ ...production, STRIPE_API_BASE: 'http://127.0.0.1:1' }).join()).toContain('STRIPE_API_BASE');
  expect(problemsOf({ ...production, DEMO: '1' }).join()).toContain('DEMO');
  expect(problemsOf({ ...production, APP_URL: 'http://cards.example.com' }).join()).toContain(
    'APP_URL must start with https://.',
  );
  expect(problemsOf({ ...production, AUTH_SECRET: 'short' }).join()).toContain('AUTH_SECRET');
  expect(problemsOf({ ...production, AUTH_SECRET: 'changeme-changeme-changeme-1234567890' }).join()).toContain(
    'AUTH_SECRET can be guessed',
  );
  expect(problemsOf({ ...production, STRIPE_PREMIUM_PRICE_ID: 'price_sandbox_premium' }).join()).toContain(
    'STRIPE_PREMIUM_PRICE_ID',
  );
  expect(problemsOf({ ...production, OIDC_ISSUER: 'http://accounts.example.com' }).join()).toContain(
    'OIDC_ISSUER must start with https://.',
  );
});

test('[VA-10] a realtime URL that is not secure, or not under its domain, is refused; loopback is allowed', () => {
  expect(problemsOf({ ...production, REALTIME_URL: 'ws://live.cards.example.com/api/realtime' }).join()).toContain(
    'must be secure',
  );
  expect(problemsOf({ ...production, REALTIME_URL: 'wss://cards.example.com.evil.test/x' }).join()).toContain(
    'must be on cards.example.com',
  );
  expect(problemsOf({ ...production, REALTIME_URL: 'wss://evilcards.example.com/x' }).join()).toContain('must be on');
  expect(problemsOf({ ...production, REALTIME_URL: 'not a url' }).join()).toContain('REALTIME_URL isn’t a valid URL');
  expect(problemsOf({ REALTIME_URL: 'ws://127.0.0.1:4000/api/realtime' })).toEqual([]);
  expect(problemsOf({ ...production, REALTIME_URL: 'ws://127.evil.test/x' })).toHaveLength(2);
});

test('[VA-10] an invalid setting hides no missing or conflicting ones', () => {
  const { SMTP_URL: _, ...rest } = production;
  expect(problemsOf({ ...rest, PORT: 'eighty', REALTIME_URL: 'ws://evil.test/x' })).toEqual([
    'PORT must be a whole number from 0 to 65535.',
    'SMTP_URL is missing. Set it.',
    'REALTIME_URL must be secure. Use wss:// or https://.',
    'REALTIME_URL must be on cards.example.com. Change it or REALTIME_DOMAIN.',
  ]);
  expect(problemsOf({ ...production, APP_URL: 'cards' }).filter((problem) => !problem.startsWith('APP_URL '))).toEqual(
    [],
  );
});

test('an incomplete set of S3 settings is refused, naming the rest', () => {
  expect(problemsOf({ S3_BUCKET: 'photos' }).join()).toContain('S3_ENDPOINT is missing');
});

test('an invalid object store is refused at the start', () => {
  const store = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  };
  expect(problemsOf(store)).toEqual([]);
  expect(problemsOf({ ...store, S3_BUCKET: 'My Photos' }).join()).toContain('S3_BUCKET must be a bucket name');
  expect(problemsOf({ ...store, S3_ENDPOINT: 's3://photos' }).join()).toContain('S3_ENDPOINT must be an address');
  expect(problemsOf({ S3_REGION: 'eu-central-1' }).join()).toContain('S3_REGION is set without a store.');
});

test('an invalid value names its setting', () => {
  expect(problemsOf({ PORT: 'eighty' })).toEqual(['PORT must be a whole number from 0 to 65535.']);
  expect(problemsOf({ MODE: 'fast' })).toEqual(['MODE must be sandbox or production.']);
  expect(problemsOf({ DATABASE_URL: 'mysql://x' }).join()).toContain('DATABASE_URL');
});

test('.env.example, read by Node as a .env file, configures a sandbox', () => {
  const example = parseEnv(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8'));
  expect(readConfig({ ...example, DATA_DIR: folder() })).toMatchObject({
    mode: 'sandbox',
    port: 3000,
    brandName: 'Sleeved',
    demo: true,
  });
});

test('.env.example documents every setting and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
  const documented = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(documented.sort()).toEqual(Object.keys(settingsSchema.shape).sort());
});

test('a sandbox that others can reach starts only with an explicit MODE', () => {
  const meant =
    /^(HOST|APP_URL) makes the site public, and without MODE it is a sandbox .* Set MODE=production, or MODE=sandbox for a public sandbox\.$/;
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringMatching(meant)]);
  expect(problemsOf({ APP_URL: 'http://cards.example.com' }).filter((problem) => meant.test(problem))).toHaveLength(1);
  for (const HOST of ['127.0.0.1', 'localhost', '::1', undefined]) expect(problemsOf({ HOST })).toEqual([]);
  expect(problemsOf({ MODE: 'sandbox', HOST: '0.0.0.0' })).toEqual([]);
});

test('production validates its values: form and mode of keys, entropy of the secret, TLS of connections', () => {
  const says = (env: Record<string, string>) => problemsOf({ ...production, ...env }).join('\n');
  for (const secret of [
    'x'.repeat(64),
    'abcd'.repeat(10),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '0123456789'.repeat(4),
    'a1b2c3d4'.repeat(5),
  ])
    expect(says({ AUTH_SECRET: secret }), secret).toContain('AUTH_SECRET can be guessed');
  for (let n = 0; n < 50; n++) {
    expect(says({ AUTH_SECRET: randomBytes(16).toString('hex') })).toBe('');
    expect(says({ AUTH_SECRET: randomBytes(24).toString('base64') })).toBe('');
  }
  expect(says({ AUTH_SECRET_OLD: production.AUTH_SECRET })).toContain('AUTH_SECRET_OLD is the same');
  expect(says({ AUTH_SECRET_OLD: 'x'.repeat(32) })).toBe('');

  expect(says({ STRIPE_SECRET_KEY: 'sk_test_51abc' })).toContain('STRIPE_SECRET_KEY is a test key');
  expect(says({ STRIPE_SECRET_KEY: 'pk_live_51abc' })).toContain('STRIPE_SECRET_KEY isn’t a Stripe secret key');
  expect(says({ STRIPE_SECRET_KEY: 'rk_live_51abc' })).toBe('');
  expect(says({ STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' })).toBe('');
  for (const wrong of ['sk_live_1', 'whsec_1,', 'whsec_', 'whsec_1 whsec_2'])
    expect(says({ STRIPE_WEBHOOK_SECRET: wrong }), wrong).toContain('STRIPE_WEBHOOK_SECRET isn’t the signing secret');
  expect(says({ STRIPE_PREMIUM_PRICE_ID: 'prod_1' })).toContain('STRIPE_PREMIUM_PRICE_ID isn’t the id of a price');

  for (const url of ['smtp://mail.example.com', 'smtp://mail.example.com:587', 'smtp://u:p%40@10.0.0.7'])
    expect(says({ SMTP_URL: url }), url).toMatch(/^SMTP_URL connects to .* without TLS/m);
  for (const url of [
    'smtps://u:p/w@mail.example.com',
    'smtps://u:1#w@mail.example.com',
    'smtp://u:p%w@mail.example.com',
    'smtps://',
    'smtp://a b',
  ])
    expect(says({ SMTP_URL: url }), url).toMatch(/^SMTP_URL isn’t a valid address.*%2F for \//m);
  expect(problemsOf({ MODE: 'sandbox', SMTP_URL: 'smtp://u:p#w@mail.example.com' }).join()).toContain(
    'SMTP_URL isn’t a valid address',
  );
  for (const url of [
    'smtp://mail.example.com:587?requireTLS=true',
    'smtp://127.0.0.1',
    'smtp://localhost:25',
    'smtps://u:p@mail.example.com',
  ])
    expect(says({ SMTP_URL: url }), url).toBe('');
  for (const from of [
    'not an address',
    'cards@',
    'Cards <>',
    'a@b.example, c@d.example',
    '<a@b.example> <c@d.example>',
    ' ',
  ])
    expect(says({ MAIL_FROM: from }), from).toContain('MAIL_FROM is');
  for (const from of [
    'cards@example.com',
    'Cards & Co <cards@mail.example.com>',
    '"Cards, Inc." <cards@example.com>',
    'Kärtchen <a@b>',
  ])
    expect(says({ MAIL_FROM: from }), from).toBe('');
  for (const url of [
    'postgres://u:p@db.example.com/m',
    'postgres://u:p@10.0.0.5/m?sslmode=prefer',
    'postgres://u:p@db.example.com/m?sslmode=disable',
  ])
    expect(says({ DATABASE_URL: url }), url).toMatch(/^DATABASE_URL connects to .* without TLS/m);
  for (const url of [
    'postgres://u:p@db.example.com/m?sslmode=verify-full',
    'postgres://u:p@127.0.0.1/m',
    'postgres://u:p@[::1]:5433/m',
    'postgres:///m?host=/run/postgresql',
    'postgres://u@%2Frun%2Fpostgresql/m',
  ])
    expect(says({ DATABASE_URL: url }), url).toBe('');
  expect(
    says({ DATABASE_URL: 'postgres://u:p@postgres/m', SMTP_URL: 'smtp://relay', WITHOUT_TLS: 'postgres, relay' }),
  ).toBe('');
  expect(says({ DATABASE_URL: 'postgres://user:geheim@postgres/m' })).not.toContain('geheim');
  // A sandbox accepts these values.
  expect(problemsOf({ AUTH_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://u:p@db/m', MODE: 'sandbox' })).toEqual([]);
});

test('an example word in a strong AUTH_SECRET does not make it weak, and the refusal says where the present one goes', () => {
  const says = (secret: string) => problemsOf({ ...production, AUTH_SECRET: secret }).join('\n');
  const chance = randomBytes(32).toString('hex');
  for (const secret of [`sleeved-secret-${chance}`, `${chance}-default`, `Secret:${randomUUID()}${randomUUID()}`])
    expect(says(secret), secret).toBe('');
  for (const secret of [
    'change-me-change-me-change-me-change-me',
    'example-secret-password-default-0123456789',
    'this is the secret password of our market in Antwerp',
    `secret-${'x'.repeat(64)}`,
    `secret-${'a1b2c3d4'.repeat(5)}`,
  ])
    expect(says(secret), secret).toMatch(/^AUTH_SECRET can be guessed\. .* keep it as AUTH_SECRET_OLD/);
});

test('production parses DATABASE_URL as the driver does, and refuses an invalid one', () => {
  const says = (url: string, hosts = '') =>
    problemsOf({ ...production, DATABASE_URL: url, WITHOUT_TLS: hosts }).join('\n');
  for (const url of [
    'postgres://u:ge/heim@db.example.com/m',
    'postgres://u:ge#heim@db.example.com/m',
    'postgres://db.example.com:port/m',
  ]) {
    expect(says(url), url).toMatch(/^DATABASE_URL isn’t a valid address/);
    expect(says(url)).not.toContain('heim');
  }
  for (const url of [
    'postgres://u:p@/m?host=/var/run/postgresql',
    'postgres://u:p@/m',
    'postgres://u:p@db.example.com/m?host=%2Frun%2Fpostgresql',
    'postgres:///m?host=::1',
  ])
    expect(says(url), url).toBe('');
  for (const url of [
    'postgres://u:p@/m?host=db.example.com',
    'postgres://u:p@127.0.0.1/m?host=db.example.com',
    'postgres://u:p@/m?host=/run/postgresql&host=db.example.com',
    'postgres://u:p@db.example.com/m?host=',
    'postgres://u:p@db.example.com/m?ssl=true&sslmode=disable',
  ])
    expect(says(url), url).toMatch(/^DATABASE_URL connects to db\.example\.com without TLS/);
  expect(says('postgres://u:p@/m?host=db.example.com&sslmode=verify-full')).toBe('');
  // Host names are case-insensitive.
  expect(says('postgres://u:p@DB.Internal/m', 'db.internal')).toBe('');
  expect(says('postgres://u:p@db.internal/m', 'DB.Internal')).toBe('');
  expect(says('postgres://u:p@LOCALHOST/m')).toBe('');
});

test('[VA-11] an invalid or unreadable list of leaked passwords stops the start', () => {
  const says = /^LEAKED_PASSWORDS_FILE must be the path of a readable file of leaked passwords/;
  for (const file of ['/nowhere/hashes.txt', import.meta.filename])
    expect(problemsOf({ LEAKED_PASSWORDS_FILE: file }).filter((problem) => says.test(problem))).toHaveLength(1);
  const lists = folder();
  const problemsWith = (name: string, lines: string[]) => {
    writeFileSync(join(lists, name), lines.join('\r\n'));
    return problemsOf({ LEAKED_PASSWORDS_FILE: join(lists, name) }).filter((problem) => says.test(problem)).length;
  };
  const lines = Array.from(
    { length: 2_000 },
    (_, n) => `${createHash('sha1').update(String(n)).digest('hex').toUpperCase()}:${n * 7}`,
  );
  // Sorted by count instead of by hash: lookups would fail.
  expect([problemsWith('counts.txt', lines), problemsWith('empty.txt', [])]).toEqual([1, 1]);
  expect([problemsWith('hashes.txt', lines.toSorted()), problemsWith('one.txt', lines.slice(0, 1))]).toEqual([0, 0]);
  rmSync(lists, { recursive: true });
});

test('an entry of TRUSTED_PROXIES that can never match stops the start', () => {
  expect(problemsOf({ ...production, TRUSTED_PROXIES: '10.0.0.0/8, proxy' })).toEqual([]);
  expect(problemsOf({ TRUSTED_PROXIES: '10.0.0.0/40' })).toEqual([
    expect.stringContaining('TRUSTED_PROXIES has an invalid entry: 10.0.0.0/40.'),
  ]);
});

test('an explicit sandbox that others can reach is marked as open', () => {
  const isOpen = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: folder(), MODE: 'sandbox', ...env }).openSandbox;
  expect([
    isOpen({}),
    isOpen({ HOST: '::1' }),
    isOpen({ HOST: '0.0.0.0' }),
    isOpen({ APP_URL: 'https://cards.lan' }),
  ]).toEqual([false, false, true, true]);
});

test('a confirmed email address is required in production and not in the sandbox, unless the setting says otherwise', () => {
  const isRequired = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...env }).requireVerifiedEmail;
  expect([isRequired({}), isRequired({ REQUIRE_VERIFIED_EMAIL: '1' })]).toEqual([false, true]);
  expect([
    isRequired(production),
    isRequired({ ...production, REQUIRE_VERIFIED_EMAIL: '0' }),
    isRequired({ ...production, REQUIRE_VERIFIED_EMAIL: '' }),
  ]).toEqual([true, false, true]);
  expect(problemsOf({ REQUIRE_VERIFIED_EMAIL: 'yes' })).toEqual(['REQUIRE_VERIFIED_EMAIL must be 0 or 1.']);
});
