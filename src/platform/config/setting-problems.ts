import { isLoopback } from '../http/requests/loopback.ts';
import { proxyProblems } from '../http/requests/trusted-proxies.ts';
import { productionValueProblems } from './production-values.ts';
import type { Settings } from './settings.ts';

export const sandboxPriceId = 'price_sandbox_premium';
export const sandboxClientId = 'sandbox-google-client';

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

/** Missing, conflicting and incomplete settings, each by name. `live` is null when that setting itself is invalid. */
export function settingProblems(mode: string, s: Settings, live: { url: string; domain: string } | null): string[] {
  return [
    ...productionProblems(mode, s),
    ...openSandboxProblems(mode, s),
    ...proxyProblems(s.TRUSTED_PROXIES ?? []),
    ...(live ? realtimeProblems(live.url, live.domain) : []),
    ...partialProblems(s),
  ];
}

/** Production refuses to start with a missing setting or with any part of the sandbox. */
function productionProblems(mode: string, s: Settings): string[] {
  if (mode !== 'production') return [];
  const problems = neededInProduction.filter((name) => !s[name]).map((name) => `${name} is missing. Set it.`);
  if (s.STRIPE_API_BASE) problems.push('STRIPE_API_BASE is set to a sandbox. Remove it in production.');
  if (s.OIDC_ISSUER?.includes('/sandbox/'))
    problems.push('OIDC_ISSUER is set to the sandbox. Remove it in production.');
  if (s.OIDC_ISSUER && !s.OIDC_ISSUER.startsWith('https://')) problems.push('OIDC_ISSUER must start with https://.');
  if (s.STRIPE_PREMIUM_PRICE_ID === sandboxPriceId)
    problems.push('STRIPE_PREMIUM_PRICE_ID is the price of the sandbox. Set it to a price of your Stripe account.');
  if (s.GOOGLE_CLIENT_ID === sandboxClientId)
    problems.push('GOOGLE_CLIENT_ID is the client of the sandbox. Set it to your Google client.');
  problems.push(...productionValueProblems(s));
  if (s.DEMO) problems.push('DEMO creates demo data. Remove it in production.');
  if (s.APP_URL && !s.APP_URL.startsWith('https://') && !isLoopback(new URL(s.APP_URL).hostname))
    problems.push('APP_URL must start with https://.');
  return problems;
}

/** A sandbox shows all users its emails and accepts fake cards, so opening it to others must be explicit. */
function openSandboxProblems(mode: string, s: Settings): string[] {
  if (mode !== 'sandbox' || s.MODE) return [];
  return opensTo(s).map(
    (name) =>
      `${name} makes the site public, and without MODE it is a sandbox with an open mailbox and test payments. Set MODE=production, or MODE=sandbox for a public sandbox.`,
  );
}

/** The settings that let other machines reach the server. */
export function opensTo(s: Settings): ('HOST' | 'APP_URL')[] {
  const isOpen = {
    HOST: s.HOST !== undefined && s.HOST !== '::1' && !isLoopback(s.HOST),
    APP_URL: !!s.APP_URL && !isLoopback(new URL(s.APP_URL).hostname),
  };
  return (['HOST', 'APP_URL'] as const).filter((name) => isOpen[name]);
}

/** VA-10: the live connection must be secure and under the configured domain; loopback is allowed. */
function realtimeProblems(url: string, domain: string): string[] {
  if (!URL.canParse(url)) return ['REALTIME_URL isn’t a valid URL. Use the form wss://cards.example.com/api/realtime.'];
  const { protocol, hostname } = new URL(url);
  if (isLoopback(hostname)) return [];
  const problems: string[] = [];
  if (protocol !== 'wss:' && protocol !== 'https:')
    problems.push('REALTIME_URL must be secure. Use wss:// or https://.');
  if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    problems.push(`REALTIME_URL must be on ${domain}. Change it or REALTIME_DOMAIN.`);
  return problems;
}

/** An incomplete set of S3 settings is a mistake, and does not select the local folder. */
function partialProblems(s: Settings): string[] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = names.filter((name) => !s[name]);
  if (missing.length === names.length && s.S3_REGION)
    return ['S3_REGION is set without a store. Set S3_ENDPOINT and the other S3 settings, or remove S3_REGION.'];
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name} is missing. Set it, or remove the other S3 settings.`);
}
