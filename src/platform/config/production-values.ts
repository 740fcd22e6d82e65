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
      'AUTH_SECRET can be guessed; make one with: openssl rand -hex 32, and keep the present one as AUTH_SECRET_OLD for 30 days, unless others may know it',
    );
  if (AUTH_SECRET && AUTH_SECRET === AUTH_SECRET_OLD)
    problems.push('AUTH_SECRET_OLD is the same as AUTH_SECRET; it is for the one before, and is left unset otherwise');
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
    problems.push(
      'STRIPE_SECRET_KEY is a test key, with which no money moves; production needs the live one (sk_live_… or rk_live_…)',
    );
  else if (key && !/^(sk|rk)_live_\w+$/.test(key))
    problems.push("STRIPE_SECRET_KEY is no secret key of Stripe's; a live one begins with sk_live_ or rk_live_");
  const secrets = webhook?.split(',').map((one) => one.trim()) ?? [];
  if (secrets.some((one) => !/^whsec_\w+$/.test(one)))
    problems.push('STRIPE_WEBHOOK_SECRET is no signing secret of a webhook endpoint; each begins with whsec_');
  if (price && !/^price_\w+$/.test(price))
    problems.push('STRIPE_PREMIUM_PRICE_ID is no id of a price; it begins with price_');
  return problems;
}

function senderProblems({ MAIL_FROM }: ProductionValues): string[] {
  if (!MAIL_FROM || isOneMailbox(MAIL_FROM)) return [];
  return ['MAIL_FROM is not one mailbox; it looks like cards@example.com or Cards <cards@example.com>'];
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
      `SMTP_URL speaks to ${smtp.hostname} without TLS; use smtps://, or add ?requireTLS=true, or name the host in WITHOUT_TLS if the line to it is private`,
    );
  const database = DATABASE_URL ? readDatabaseUrl(DATABASE_URL) : undefined;
  if (database === null)
    problems.push(
      'DATABASE_URL cannot be read as an address; it looks like postgres://user:password@host:5432/name, with what is special in the password as in a link (%2F for /, %23 for #, %40 for @)',
    );
  else if (database && !database.hasTls && !isOwn(database.host))
    problems.push(
      `DATABASE_URL speaks to ${database.host} without TLS; add ?sslmode=verify-full (or require), or name the host in WITHOUT_TLS if the line to it is private`,
    );
  return problems;
}
