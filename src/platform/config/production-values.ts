import { readDatabaseUrl } from '#platform/db/database-url.ts';
import { isOneMailbox } from '#platform/mail/sender.ts';
import { readSmtpUrl } from '#platform/mail/smtp-url.ts';
import { isLoopback, isLoopbackAddress } from '../http/requests/loopback.ts';

/** The settings whose values are validated in production, as in the environment. */
export interface ProductionValues {
  AUTH_SECRET?: string | undefined;
  AUTH_SECRET_OLD?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_PREMIUM_PRICE_ID?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  DATABASE_URL?: string | undefined;
  WITHOUT_TLS?: string[] | undefined;
}

/** The invalid values of production, a sentence for each, without secrets. */
export function productionValueProblems(values: ProductionValues): string[] {
  return [...secretProblems(values), ...stripeProblems(values), ...senderProblems(values), ...tlsProblems(values)];
}

function secretProblems({ AUTH_SECRET, AUTH_SECRET_OLD }: ProductionValues): string[] {
  const problems: string[] = [];
  if (AUTH_SECRET && isGuessable(AUTH_SECRET))
    problems.push(
      'AUTH_SECRET can be guessed. Create a new one with “openssl rand -hex 32”. Unless others may know the current one, keep it as AUTH_SECRET_OLD for 30 days.',
    );
  if (AUTH_SECRET && AUTH_SECRET === AUTH_SECRET_OLD)
    problems.push('AUTH_SECRET_OLD is the same as AUTH_SECRET. Set it to the previous secret, or remove it.');
  return problems;
}

/** Minimum entropy of a secret, in bits. */
const bitsMin = 90;

const exampleWords = /change.?me|secret|password|default|example/gi;

/**
 * Too little entropy, as in repetitions and keyboard rows. In a secret with example words, words do not count, only the
 * rest.
 */
function isGuessable(secret: string): boolean {
  const rest = secret.replace(exampleWords, ' ');
  if (rest === secret) return hasLowEntropy(secret);
  const isWord = (part: string) => /^[a-z]{1,19}$/i.test(part);
  const parts = rest.split(/[^a-z0-9+/=]+/i).filter((part) => !isWord(part));
  return hasLowEntropy(parts.join(''));
}

function hasLowEntropy(secret: string): boolean {
  const codes = [...secret].map((char) => char.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0));
  return Math.min(bitsOf(codes), bitsOf(steps)) * codes.length < bitsMin || /^(.{1,16}?)\1+.{0,15}$/su.test(secret);
}

/** Shannon entropy of one value, in bits. */
function bitsOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / values.length) * Math.log2(n / values.length), 0);
}

function stripeProblems({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: webhook,
  STRIPE_PREMIUM_PRICE_ID: price,
}: ProductionValues): string[] {
  const problems: string[] = [];
  if (key && /^(sk|rk)_test_/.test(key))
    problems.push('STRIPE_SECRET_KEY is a test key. Use the live key in production (sk_live_… or rk_live_…).');
  else if (key && !/^(sk|rk)_live_\w+$/.test(key))
    problems.push('STRIPE_SECRET_KEY isn’t a Stripe secret key. A live key starts with sk_live_ or rk_live_.');
  const secrets = webhook?.split(',').map((one) => one.trim()) ?? [];
  if (secrets.some((one) => !/^whsec_\w+$/.test(one)))
    problems.push('STRIPE_WEBHOOK_SECRET isn’t the signing secret of a webhook endpoint. It starts with whsec_.');
  if (price && !/^price_\w+$/.test(price))
    problems.push('STRIPE_PREMIUM_PRICE_ID isn’t the id of a price. It starts with price_.');
  return problems;
}

function senderProblems({ MAIL_FROM }: ProductionValues): string[] {
  if (!MAIL_FROM || isOneMailbox(MAIL_FROM)) return [];
  return ['MAIL_FROM isn’t one email address. Use the form cards@example.com or Cards <cards@example.com>.'];
}

/**
 * Passwords and emails pass over these two connections: unencrypted only within this machine, or to hosts that the
 * setting names as part of a private network.
 */
function tlsProblems({ SMTP_URL, DATABASE_URL, WITHOUT_TLS = [] }: ProductionValues): string[] {
  const problems: string[] = [];
  const named = new Set(WITHOUT_TLS.map((host) => host.toLowerCase()));
  const isOwn = (name: string) => {
    const host = name.toLowerCase();
    return host === '' || host.startsWith('/') || isLoopback(host) || isLoopbackAddress(host) || named.has(host);
  };
  const smtp = SMTP_URL ? readSmtpUrl(SMTP_URL) : null;
  if (
    smtp &&
    smtp.protocol !== 'smtps:' &&
    !['requireTLS', 'secure'].some((name) => smtp.searchParams.get(name) === 'true') &&
    !isOwn(smtp.hostname)
  )
    problems.push(
      `SMTP_URL connects to ${smtp.hostname} without TLS. Use smtps://, or add ?requireTLS=true. For a private network, add the host to WITHOUT_TLS.`,
    );
  const database = DATABASE_URL ? readDatabaseUrl(DATABASE_URL) : undefined;
  if (database === null)
    problems.push(
      'DATABASE_URL isn’t a valid address. Use postgres://user:password@host:5432/name and encode special characters of the password: %2F for /, %23 for #, %40 for @.',
    );
  else if (database && !database.hasTls && !isOwn(database.host))
    problems.push(
      `DATABASE_URL connects to ${database.host} without TLS. Add ?sslmode=verify-full (or require). For a private network, add the host to WITHOUT_TLS.`,
    );
  return problems;
}
