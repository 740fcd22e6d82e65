import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dayMs } from '#kernel/time.ts';
import { readConfig } from '#platform/config/config.ts';
import { settingsSchema } from '#platform/config/settings.ts';
import { freePort } from '#platform/http/free-port.ts';
import { hasHaproxy, withoutHaproxy } from '#testing/servers/haproxy.ts';
import { rolesFrom } from '../src/app/server/roles.ts';
import { nodeEnvironment, nodeFlags, program } from './node-flags.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  ulimits?: { nofile?: number };
  depends_on?: Record<string, unknown> | string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('sleeved'));

/**
 * `${NAME:?words}`, `${NAME:-default}` and `${NAME:+more${NAME}}` as compose reads them, with something in the place of
 * what an operator sets.
 */
const filled = (text: string, values: Record<string, string>) =>
  text
    .replace(/\$\{([A-Z0-9_]+):\+([^${}]*)\$\{\1\}\}/g, (_, name: string, before: string) =>
      values[name] ? before + values[name] : '',
    )
    .replace(
      /\$\{([A-Z0-9_]+):([?-])([^}]*)\}/g,
      (_, name: string, kind: string, rest: string) => values[name] ?? (kind === '-' ? rest : name),
    );

const setByAdmin = {
  APP_URL: 'https://cards.example.com',
  AUTH_SECRET: '3f9c1b7e60d24a58b1c7e2f0a9d8437c',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Cards <cards@example.com>',
  REALTIME_URL: 'wss://cards.example.com/api/realtime',
  REALTIME_DOMAIN: 'cards.example.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PREMIUM_PRICE_ID: 'price_1',
};

test('compose: a proxy, two web processes, a worker, PostgreSQL, Redis and an S3 store', () => {
  expect(Object.keys(compose.services).sort()).toEqual([
    'bucket',
    'migrate',
    'postgres',
    'proxy',
    'redis',
    'store',
    'web1',
    'web2',
    'worker',
  ]);
  const roles = (name: string) => [...(rolesFrom(compose.services[name]?.command ?? []) ?? [])];
  expect([roles('web1'), roles('web2'), roles('worker')]).toEqual([
    ['web', 'realtime'],
    ['web', 'realtime'],
    ['worker'],
  ]);
  for (const [name, { depends_on = {}, volumes = [] }] of services) {
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(compose.services, `${name} waits for ${other}`).toHaveProperty(other);
    for (const volume of volumes)
      if (!volume.startsWith('.')) expect(compose.volumes, name).toHaveProperty(volume.split(':')[0] ?? '');
  }
  for (const [name, service] of ours) expect([service.read_only, service.cap_drop], name).toEqual([true, ['ALL']]);
  // Two for each connection: with fewer haproxy does not start.
  const most = Number(/maxconn (\d+)/.exec(read('deploy/haproxy.cfg'))?.[1]);
  expect(compose.services.proxy?.ulimits?.nofile).toBeGreaterThan(2 * most);
});

test('compose sets only what the configuration knows, and what it sets is a whole configuration', () => {
  for (const [name, { environment = {} }] of ours) {
    for (const setting of Object.keys(environment))
      expect(Object.keys(settingsSchema.shape), `${name}: ${setting}`).toContain(setting);
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, filled(String(value), setByAdmin)]),
    );
    const config = readConfig({ ...env, DATA_DIR: '/nowhere' });
    expect([config.mode, config.s3?.bucket, config.redisUrl]).toEqual(['production', 'sleeved', 'redis://redis:6379']);
  }
  const bucket = compose.services.bucket?.command?.at(-1);
  expect(bucket).toBe(`/files/${ours[0]?.[1].environment?.S3_BUCKET}`);
});

/** What an operator of compose cannot choose: an image has its own folder and door, and the rest is the sandbox's. */
const notOfCompose = ['DATA_DIR', 'HOST', 'DEMO', 'STRIPE_API_BASE'];

test('compose hands every setting of the operator’s .env on, so that what docs/operate.md says of one holds there too', () => {
  for (const [name, { environment = {} }] of ours) {
    const left = Object.keys(settingsSchema.shape).filter(
      (setting) => !(setting in environment) && !notOfCompose.includes(setting),
    );
    expect(left, name).toEqual([]);
    const wanted = {
      ...setByAdmin,
      LOG_LEVEL: 'warn',
      CLAMD_URL: 'tcp://scan:3310',
      TRADER_DATA_DAYS: '30',
      DATABASE_POOL: '24',
      S3_REGION: 'eu-1',
    };
    const flags = { REQUIRE_VERIFIED_EMAIL: '0', NEW_SELLER_LIMITS: '0', PREVIEW: '1' };
    const env = Object.entries(environment).map(([key, value]) => [
      key,
      filled(String(value), { ...wanted, ...flags }),
    ]);
    expect(readConfig({ ...Object.fromEntries(env), DATA_DIR: '/nowhere' }), name).toMatchObject({
      ...{
        isPreview: true,
        logLevel: 'warn',
        clamdUrl: 'tcp://scan:3310',
        traderDataMs: 30 * dayMs,
        databasePool: 24,
        s3: { region: 'eu-1' },
      },
      ...{ requireVerifiedEmail: false, newSellerLimits: false },
    });
  }
});

test('compose names its own database beside the hosts that the operator’s .env names without TLS', () => {
  for (const [name, { environment = {} }] of ours) {
    const named = (values: Record<string, string>) => filled(String(environment.WITHOUT_TLS), values);
    expect([named({}), named({ WITHOUT_TLS: 'relay, other' })], name).toEqual(['postgres', 'postgres,relay, other']);
  }
});

test('image and units start the program as npm start does: its flags, its roles, its settings', () => {
  const starters = [
    'Dockerfile',
    ...readdirSync(join(root, 'deploy/systemd'))
      .filter((name) => /web|worker/.test(name))
      .map((name) => `deploy/systemd/${name}`),
  ];
  for (const file of starters) {
    const text = read(file);
    for (const flag of [...nodeFlags, program]) expect(text, file).toContain(flag);
    for (const [name, value] of Object.entries(nodeEnvironment)) expect(text, file).toContain(`${name}=${value}`);
  }
  for (const name of readdirSync(join(root, 'deploy/systemd'))) {
    const unit = read(`deploy/systemd/${name}`);
    // None beside them: source maps in memory, say, are 60 MB.
    for (const [, flags = ''] of unit.matchAll(/bin\/node (.*) build\/program\/main\.js/g))
      expect(flags.split(' '), name).toEqual(nodeFlags);
    const known = [...Object.keys(settingsSchema.shape), ...Object.keys(nodeEnvironment), 'NODE_ENV'];
    for (const [, line = ''] of unit.matchAll(/^Environment=(.*)$/gm))
      for (const pair of line.split(' ')) expect(known, name).toContain(pair.split('=')[0]);
    for (const [, words = ''] of unit.matchAll(/main\.js (.*)$/gm))
      expect(rolesFrom(words.split(' '))?.size, name).toBeGreaterThan(0);
  }
});

test('migrating for an upgrade stops no process', () => {
  for (const name of ['sleeved-web@.service', 'sleeved-worker.service'])
    expect(read(`deploy/systemd/${name}`)).not.toMatch(/^(Requires|BindsTo|PartOf)=.*migrate/m);
});

test('the image runs as a user of its own and says how it is', () => {
  const text = read('Dockerfile');
  const last = text.slice(text.lastIndexOf('\nFROM'));
  expect(last).toMatch(/^USER sleeved$/m);
  expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health/m);
  // The catalogue ships inside; secrets and the market's own data do not.
  const ignored = read('.dockerignore').split('\n');
  for (const line of [
    '.env',
    '.env.*',
    'deploy/certs',
    '*.dump',
    '*.tar',
    'data/*',
    '!data/catalogue',
    '**/node_modules',
    '.git',
  ])
    expect(ignored).toContain(line);
});

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

test.skipIf(!has('systemd-analyze'))(
  'systemd takes the units (skipped without systemd-analyze, of the package systemd)',
  () => {
    const units = readdirSync(join(root, 'deploy/systemd')).map((name) =>
      join(root, 'deploy/systemd', name.replace('@.', '@1.')),
    );
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${join(root, 'deploy/systemd')}:` },
    });
    // The program itself is where an operator puts it.
    expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('/opt/sleeved/'))).toEqual([]);
  },
);

test.skipIf(!has('haproxy'))(
  'haproxy takes its configuration (skipped without haproxy, of the package haproxy)',
  () => {
    // The certificate is the operator's.
    const text = read('deploy/haproxy.cfg').replace(/ ssl crt \S+ alpn \S+/, '');
    const said = execFileSync(
      'sh',
      ['-c', 'cat > "$0" && haproxy -c -f "$0"; status=$?; rm "$0"; exit $status', '/tmp/sleeved-haproxy-check.cfg'],
      {
        input: text,
        encoding: 'utf8',
      },
    );
    expect(said).toContain('Configuration file is valid');
  },
);

test.skipIf(!hasHaproxy)(
  `haproxy leads pages to https, refuses calls over http, and logs no query (${withoutHaproxy})`,
  async () => {
    const port = await freePort();
    const text = read('deploy/haproxy.cfg')
      .replace('maxconn 20000', 'maxconn 100')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/^ *bind :443.*$/m, '');
    const folder = mkdtempSync(join(tmpdir(), 'sleeved-haproxy-'));
    writeFileSync(join(folder, 'haproxy.cfg'), text);
    const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'pipe', 'ignore'] });
    let logged = '';
    proxy.stdout.on('data', (chunk) => {
      logged += chunk;
    });
    try {
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
        return [answer.status, answer.headers.get('location')];
      };
      await expect
        .poll(() => ask('/browse').catch(() => null), { timeout: 20_000 })
        .toEqual([308, `https://127.0.0.1:${port}/browse`]);
      for (const path of ['/api/listings', '/%61pi/orders']) expect(await ask(path)).toEqual([403, null]);
      await ask('/auth/reset-password?token=code-of-a-mail');
      await expect.poll(() => logged, { timeout: 20_000 }).toContain('/auth/reset-password');
      expect(logged).not.toContain('code-of-a-mail');
    } finally {
      proxy.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('the proxy speaks TLS 1.2 and newer, with forward secrecy', () => {
  const text = read('deploy/haproxy.cfg');
  expect(text).toMatch(/^ {2}ssl-default-bind-options ssl-min-ver TLSv1\.2$/m);
  const [, ciphers = ''] = /^ {2}ssl-default-bind-ciphers (\S+)$/m.exec(text) ?? [];
  for (const each of ciphers.split(':')) expect(each).toMatch(/^ECDHE\+(AESGCM|CHACHA20)$/);
});
