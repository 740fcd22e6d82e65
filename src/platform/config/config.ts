import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { isLoopback } from '#platform/http/loopback.ts';
import { proxyProblems } from '#platform/http/trusted-proxies.ts';
import { readSmtpUrl } from '#platform/mail/smtp-url.ts';
import { isHashList } from './hash-list.ts';
import { productionValueProblems } from './production-values.ts';

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 0 or 1').transform((value) => value === '1' || value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const absent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(absent, schema.optional());

const wholeNumber = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};

/** Every setting that the environment may hold. `.env.example` documents each in words; a test compares the two. */
export const settingsSchema = z.object({
  MODE: optional(z.enum(['sandbox', 'production'], 'must be sandbox or production')),
  PORT: optional(wholeNumber(0, 65_535)),
  HOST: optional(z.string()),
  APP_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://cards.example.com' })),
  DATA_DIR: optional(z.string()),
  DEMO: optional(flag),
  BRAND_NAME: optional(z.string().max(40, 'may have at most 40 characters')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
  DATABASE_POOL: optional(wholeNumber(2, 200)),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must start with redis://')),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })),
  S3_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits, dots or hyphens, as buckets are named'),
  ),
  S3_REGION: optional(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  CLAMD_URL: optional(z.string().regex(/^(tcp:\/\/[^/?#\s]+|unix:\/\/\/[^?#\s]+)$/, 'must be tcp://host:port or unix:///path/of/socket')),
  WITHOUT_TLS: optional(list),
  SMTP_URL: optional(
    z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must start with smtp://', abort: true })
      .refine(
        (text) => readSmtpUrl(text) !== null,
        'cannot be read as an address; it looks like smtps://user:password@host:465, with what is special in the password as in a link (%2F for /, %23 for #, %40 for @)',
      ),
  ),
  MAIL_FROM: optional(z.string()),
  AUTH_SECRET: optional(z.string().min(32, 'must be at least 32 characters')),
  AUTH_SECRET_OLD: optional(z.string().min(32, 'must be at least 32 characters')),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  OIDC_ISSUER: optional(z.url('must be an address')),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_PREMIUM_PRICE_ID: optional(z.string()),
  STRIPE_API_BASE: optional(z.url('must be an address')),
  REALTIME_URL: optional(z.string()),
  REALTIME_DOMAIN: optional(z.string()),
  LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')),
  TRUSTED_PROXIES: optional(list),
  REQUIRE_VERIFIED_EMAIL: optional(flag),
  NEW_SELLER_LIMITS: optional(flag),
  TRADER_DATA_DAYS: optional(
    z.coerce
      .number('must be a whole number from 0 to 90')
      .int('must be a whole number from 0 to 90')
      .min(0, 'must be a whole number from 0 to 90')
      .max(90, 'must be a whole number from 0 to 90'),
  ),
  LEAKED_PASSWORDS_FILE: optional(
    z.string().refine(isHashList, 'must name a file of leaked passwords, a line SHA1:COUNT each in order of the hashes, that this program can read'),
  ),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  DRAIN_SECONDS: optional(
    z.coerce.number('must be a number from 0 to 5').min(0, 'must be a number from 0 to 5').max(5, 'must be a number from 0 to 5'),
  ),
});
export type Settings = z.infer<typeof settingsSchema>;

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly appUrl: string;
  readonly dataDir: string;
  readonly demo: boolean;
  /** A sandbox that others than this machine can reach, on purpose: every page says so, and its mailbox asks for a key. */
  readonly openSandbox: boolean;
  readonly brandName: string;
  /** Null: the embedded server. */
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly redisUrl: string | null;
  readonly s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  /** Where ClamAV's server listens; null: files are not looked through. */
  readonly clamdUrl: string | null;
  /** Null: the sandbox's own mailbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** What is signed and sealed with it is read with `authSecretOld` too, for as long as that is set. */
  readonly authSecret: string;
  readonly authSecretOld: string | null;
  readonly google: { clientId: string; clientSecret: string; issuer: string };
  readonly stripe: { secretKey: string; webhookSecret: string; premiumPriceId: string; apiBase: string | null };
  readonly realtime: { url: string; domain: string };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** What a monitor elsewhere sends for /metrics; null: only this machine reads it. */
  readonly metricsToken: string | null;
  /** Whether putting a listing up for sale and buying ask for a confirmed e-mail address. */
  readonly requireVerifiedEmail: boolean;
  /** Whether a seller with few delivered orders has a limit to what they have for sale at a time. */
  readonly newSellerLimits: boolean;
  /** How long whoever an operator marks as a trader has to show who sells, before what they have for sale is paused. */
  readonly traderDataMs: number;
  /** Hashes of passwords that have leaked anywhere; null: the shipped list of common ones alone. */
  readonly leakedPasswordsFile: string | null;
  /** Addresses, networks (CIDR) and host names. */
  readonly trustedProxies: readonly string[];
  /** How long a stopping process still answers while /api/ready says 503, so that a proxy takes it out first. */
  readonly drainMs: number;
}

/** Every problem of a configuration at once, each naming its setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** All that something of ours may have been signed or sealed with, the present one first: that one writes, all of them read. */
export function authSecretsOf({ authSecret, authSecretOld }: Pick<Config, 'authSecret' | 'authSecretOld'>): string[] {
  return authSecretOld === null ? [authSecret] : [authSecret, authSecretOld];
}

/** What must stand in no log, whoever repeats it in an error. */
export function secretsOf(config: Config): string[] {
  const { google, stripe, s3, metricsToken } = config;
  const passwords = [config.databaseUrl, config.redisUrl, config.smtpUrl].map((url) => (url && URL.canParse(url) ? new URL(url).password : ''));
  const all = [
    ...authSecretsOf(config),
    google.clientSecret,
    stripe.secretKey,
    ...stripe.webhookSecret.split(','),
    s3?.secretAccessKey,
    metricsToken,
  ];
  return [...all, ...passwords, ...passwords.map(decodeSafely)].flatMap((secret) => secret?.trim() || []);
}

/** A password as it stands in an address is written otherwise than as the server is told it. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const sandboxPriceId = 'price_sandbox_premium';
const sandboxClientId = 'sandbox-google-client';

const neededInProduction = [
  'APP_URL',
  'AUTH_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PREMIUM_PRICE_ID',
  'SMTP_URL',
  'MAIL_FROM',
  'REALTIME_URL',
  'REALTIME_DOMAIN',
] as const;

/**
 * Reads the environment into a frozen configuration. Throws `ConfigError` with all problems.
 * In the sandbox what is missing gets the embedded default; secrets are made once and kept in `DATA_DIR`, readable by the owner only.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = settingsSchema.safeParse(env);
  const issues = parsed.error?.issues ?? [];
  const wrong = new Set(issues.map((issue) => String(issue.path[0])));
  // What is wrong by itself does not hide what is missing or does not fit beside it.
  const s = parsed.data ?? settingsSchema.parse(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))));
  const mode = s.MODE ?? (s.STRIPE_SECRET_KEY || s.GOOGLE_CLIENT_ID || s.SMTP_URL ? 'production' : 'sandbox');
  const port = s.PORT ?? 3000;
  const host = s.HOST ?? '127.0.0.1';
  const appUrl = (s.APP_URL ?? `http://${urlHost(host)}:${port}`).replace(/\/+$/, '');
  const dataDir = resolve(s.DATA_DIR ?? './data');
  const realtimeUrl = s.REALTIME_URL ?? `${appUrl.replace(/^http/, 'ws')}/api/realtime`;
  const realtimeDomain = s.REALTIME_DOMAIN ?? new URL(appUrl).hostname;

  const live = wrong.has('APP_URL') || wrong.has('REALTIME_URL') || wrong.has('REALTIME_DOMAIN') ? [] : realtimeProblems(realtimeUrl, realtimeDomain);
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...[
      ...productionProblems(mode, s),
      ...openSandboxProblems(mode, s),
      ...proxyProblems(s.TRUSTED_PROXIES ?? []),
      ...live,
      ...partialProblems(s),
    ].filter((problem) => !wrong.has(problem.split(' ', 1)[0] ?? '')),
  ];
  if (problems.length > 0) throw new ConfigError(problems);

  const secret = (name: string) => sandboxSecret(dataDir, name);
  return Object.freeze({
    mode,
    port,
    host,
    appUrl,
    dataDir,
    demo: mode === 'sandbox' && (s.DEMO ?? true),
    openSandbox: mode === 'sandbox' && opensTo(s).length > 0,
    brandName: s.BRAND_NAME ?? 'Sleeved',
    databaseUrl: s.DATABASE_URL ?? null,
    databasePool: s.DATABASE_POOL ?? 16,
    redisUrl: s.REDIS_URL ?? null,
    s3:
      s.S3_ENDPOINT && s.S3_BUCKET && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: s.S3_ENDPOINT,
            bucket: s.S3_BUCKET,
            region: s.S3_REGION ?? 'us-east-1',
            accessKeyId: s.S3_ACCESS_KEY_ID,
            secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          }
        : null,
    clamdUrl: s.CLAMD_URL ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM ?? 'Sleeved <market@example.test>',
    authSecret: s.AUTH_SECRET ?? secret('auth-secret'),
    authSecretOld: s.AUTH_SECRET_OLD ?? null,
    google: {
      clientId: s.GOOGLE_CLIENT_ID ?? sandboxClientId,
      clientSecret: s.GOOGLE_CLIENT_SECRET ?? secret('google-client-secret'),
      issuer: s.OIDC_ISSUER ?? (mode === 'production' ? 'https://accounts.google.com' : `${appUrl}/sandbox/google`),
    },
    stripe: {
      secretKey: s.STRIPE_SECRET_KEY ?? `sk_test_${secret('stripe-secret-key')}`,
      webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? `whsec_${secret('stripe-webhook-secret')}`,
      premiumPriceId: s.STRIPE_PREMIUM_PRICE_ID ?? sandboxPriceId,
      // Null means Stripe's own address; the sandbox passes the address that its server listens on.
      apiBase: s.STRIPE_API_BASE ?? (mode === 'production' ? null : `${appUrl}/sandbox/stripe/api`),
    },
    realtime: { url: realtimeUrl, domain: realtimeDomain },
    logLevel: s.LOG_LEVEL ?? 'info',
    metricsToken: s.METRICS_TOKEN ?? null,
    requireVerifiedEmail: s.REQUIRE_VERIFIED_EMAIL ?? mode === 'production',
    newSellerLimits: s.NEW_SELLER_LIMITS ?? mode === 'production',
    traderDataMs: (s.TRADER_DATA_DAYS ?? 14) * 86_400_000,
    leakedPasswordsFile: s.LEAKED_PASSWORDS_FILE ?? null,
    trustedProxies: s.TRUSTED_PROXIES ?? [],
    drainMs: (s.DRAIN_SECONDS ?? 0) * 1_000,
  });
}

/** The host of an address that reaches this machine's `host`: an IPv6 one stands in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Production refuses to start with a missing setting or with any part of the sandbox. */
function productionProblems(mode: string, s: Settings): string[] {
  if (mode !== 'production') return [];
  const problems = neededInProduction.filter((name) => !s[name]).map((name) => `${name} is missing`);
  if (s.STRIPE_API_BASE) problems.push('STRIPE_API_BASE points at a sandbox; production talks to Stripe itself');
  if (s.OIDC_ISSUER?.includes('/sandbox/')) problems.push('OIDC_ISSUER points at the sandbox');
  if (s.OIDC_ISSUER && !s.OIDC_ISSUER.startsWith('https://')) problems.push('OIDC_ISSUER must be https');
  if (s.STRIPE_PREMIUM_PRICE_ID === sandboxPriceId) problems.push("STRIPE_PREMIUM_PRICE_ID is the sandbox's own price");
  if (s.GOOGLE_CLIENT_ID === sandboxClientId) problems.push("GOOGLE_CLIENT_ID is the sandbox's own client");
  problems.push(...productionValueProblems(s));
  if (s.DEMO) problems.push('DEMO fills the market with made-up members; leave it unset in production');
  if (s.APP_URL && !s.APP_URL.startsWith('https://') && !isLoopback(new URL(s.APP_URL).hostname)) problems.push('APP_URL must be https');
  return problems;
}

/** A sandbox shows everybody its mails and takes made-up cards. Where others can reach it, somebody must have meant it. */
function openSandboxProblems(mode: string, s: Settings): string[] {
  if (mode !== 'sandbox' || s.MODE) return [];
  return opensTo(s).map(
    (name) =>
      `${name} lets others in, and without MODE this is a sandbox with an open mailbox and made-up payments; set MODE=production, or MODE=sandbox if you mean it`,
  );
}

/** The settings by which others than this machine can reach the market. */
function opensTo(s: Settings): ('HOST' | 'APP_URL')[] {
  const isOpen = {
    HOST: s.HOST !== undefined && s.HOST !== '::1' && !isLoopback(s.HOST),
    APP_URL: !!s.APP_URL && !isLoopback(new URL(s.APP_URL).hostname),
  };
  return (['HOST', 'APP_URL'] as const).filter((name) => isOpen[name]);
}

/** VA-10: the live connection must be secure and under the configured domain; loopback is let through for one machine. */
function realtimeProblems(url: string, domain: string): string[] {
  if (!URL.canParse(url)) return ['REALTIME_URL is not a URL'];
  const { protocol, hostname } = new URL(url);
  if (isLoopback(hostname)) return [];
  const problems: string[] = [];
  if (protocol !== 'wss:' && protocol !== 'https:') problems.push('REALTIME_URL must be secure (wss:// or https://)');
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) problems.push(`REALTIME_URL must be on ${domain} (REALTIME_DOMAIN)`);
  return problems;
}

/** Half a set of S3 settings is a mistake, not a wish for the local folder. */
function partialProblems(s: Settings): string[] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = names.filter((name) => !s[name]);
  if (missing.length === names.length && s.S3_REGION) return ['S3_REGION is set without a store; set S3_ENDPOINT and the others, or leave it unset'];
  return missing.length === 0 || missing.length === names.length ? [] : missing.map((name) => `${name} is missing while other S3 settings are set`);
}

function sandboxSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // Several processes may start at once in a new folder: whoever links first has made the secret, whole.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
