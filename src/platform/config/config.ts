import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { sandboxSecret } from './sandbox-secret.ts';
import { opensTo, sandboxClientId, sandboxPriceId, settingProblems } from './setting-problems.ts';
import { settingsSchema } from './settings.ts';

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly appUrl: string;
  readonly dataDir: string;
  readonly demo: boolean;
  /** A preview of a release beside production: the pages of AP-03 say so. */
  readonly isPreview: boolean;
  /** An explicit sandbox that other machines can reach: every page says so, and its mailbox requires a key. */
  readonly openSandbox: boolean;
  readonly brandName: string;
  /** Null: the embedded server. */
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  /** Whether a serving process runs its jobs in a child process. */
  readonly workerProcess: boolean;
  readonly redisUrl: string | null;
  readonly s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** The address of ClamAV's server; null: files are not scanned. */
  readonly clamdUrl: string | null;
  /** Null: the sandbox's mailbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Signs and encrypts. Old signatures are read with `authSecretOld` as long as that is set. */
  readonly authSecret: string;
  readonly authSecretOld: string | null;
  readonly google: { clientId: string; clientSecret: string; issuer: string };
  readonly stripe: { secretKey: string; webhookSecret: string; premiumPriceId: string; apiBase: string | null };
  readonly realtime: { url: string; domain: string };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly logFormat: 'pretty' | 'json';
  /** The token of an external monitor for /metrics; null: only this machine reads it. */
  readonly metricsToken: string | null;
  /** Whether publishing a listing and buying require a confirmed email address. */
  readonly requireVerifiedEmail: boolean;
  /** Whether sellers with few delivered orders have a limit of active listings. */
  readonly newSellerLimits: boolean;
  /** The country of the host’s account at Stripe; null: sellers of any country can list. */
  readonly hostCountry: string | null;
  /** Time for a member marked as a trader by an admin to enter the trader data, before their listings are paused. */
  readonly traderDataMs: number;
  /** The EU member state whose tax authority gets a report of sellers (DAC7); null: no report. */
  readonly taxReportCountry: string | null;
  /** Years after their own year for which invoices and tax details are kept. */
  readonly recordYears: number;
  /** The age from which the last backup is overdue on the overview of the admins; null: none is. */
  readonly backupMaxAgeMs: number | null;
  /** A file of hashes of leaked passwords; null: only the shipped list of common ones. */
  readonly leakedPasswordsFile: string | null;
  /** Addresses, networks (CIDR) and host names. */
  readonly trustedProxies: readonly string[];
  /** How long a stopping process still serves while /api/ready says 503, so that a proxy removes it first. */
  readonly drainMs: number;
}

/** All problems of a configuration at once, each naming its setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Fix these problems first:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The current and the former secret: the first one writes, both read. */
export function authSecretsOf({ authSecret, authSecretOld }: Pick<Config, 'authSecret' | 'authSecretOld'>): string[] {
  return authSecretOld === null ? [authSecret] : [authSecret, authSecretOld];
}

/** Texts that no log may contain, even when an error repeats them. */
export function secretsOf(config: Config): string[] {
  const { google, stripe, s3, metricsToken } = config;
  const passwords = [config.databaseUrl, config.redisUrl, config.smtpUrl].map((url) =>
    url && URL.canParse(url) ? new URL(url).password : '',
  );
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

/** A password in a URL is encoded, while the server gets it decoded. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads the environment into a frozen configuration. Throws `ConfigError` with all problems. In the sandbox missing
 * settings get the embedded defaults; secrets are created once and stored in `DATA_DIR`, readable by the owner only.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = settingsSchema.safeParse(env);
  const issues = parsed.error?.issues ?? [];
  const wrong = new Set(issues.map((issue) => String(issue.path[0])));
  // Invalid settings do not hide missing or conflicting ones.
  const s =
    parsed.data ?? settingsSchema.parse(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))));
  const mode = s.MODE ?? (s.STRIPE_SECRET_KEY || s.GOOGLE_CLIENT_ID || s.SMTP_URL ? 'production' : 'sandbox');
  const port = s.PORT ?? 3000;
  const host = s.HOST ?? '127.0.0.1';
  const appUrl = (s.APP_URL ?? `http://${urlHost(host)}:${port}`).replace(/\/+$/, '');
  const dataDir = resolve(s.DATA_DIR ?? './data');
  const realtimeUrl = s.REALTIME_URL ?? `${appUrl.replace(/^http/, 'ws')}/api/realtime`;
  const realtimeDomain = s.REALTIME_DOMAIN ?? new URL(appUrl).hostname;

  const isLiveWrong = ['APP_URL', 'REALTIME_URL', 'REALTIME_DOMAIN'].some((name) => wrong.has(name));
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...settingProblems(mode, s, isLiveWrong ? null : { url: realtimeUrl, domain: realtimeDomain }).filter(
      (problem) => !wrong.has(problem.split(' ', 1)[0] ?? ''),
    ),
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
    isPreview: s.PREVIEW ?? false,
    openSandbox: mode === 'sandbox' && opensTo(s).length > 0,
    brandName: s.BRAND_NAME ?? 'Sleeved',
    databaseUrl: s.DATABASE_URL ?? null,
    databasePool: s.DATABASE_POOL ?? 16,
    workerProcess: s.WORKER_PROCESS ?? availableParallelism() > 1,
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
    logFormat: s.LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    metricsToken: s.METRICS_TOKEN ?? null,
    requireVerifiedEmail: s.REQUIRE_VERIFIED_EMAIL ?? mode === 'production',
    newSellerLimits: s.NEW_SELLER_LIMITS ?? false,
    hostCountry: s.HOST_COUNTRY ?? null,
    traderDataMs: (s.TRADER_DATA_DAYS ?? 14) * 86_400_000,
    taxReportCountry: s.TAX_REPORT_COUNTRY ?? null,
    recordYears: s.RECORD_YEARS ?? 10,
    backupMaxAgeMs: s.BACKUP_MAX_AGE_HOURS === undefined ? null : s.BACKUP_MAX_AGE_HOURS * 3_600_000,
    leakedPasswordsFile: s.LEAKED_PASSWORDS_FILE ?? null,
    trustedProxies: s.TRUSTED_PROXIES ?? [],
    drainMs: (s.DRAIN_SECONDS ?? 0) * 1_000,
  });
}

/** The host of a URL for this machine's `host`; an IPv6 address is put in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
