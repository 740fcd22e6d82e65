import { createHash } from 'node:crypto';
import type { Config } from '../../config/config.ts';

type Site = Pick<Config, 'realtime' | 'appUrl' | 'mode'>;

const around = new WeakMap<Site, [before: string, after: string]>();

/**
 * The content security policy of a page. `scripts` allows its inline scripts: a nonce, or the hashes of a cached page.
 */
export function pagePolicy(config: Site, scripts: string): string {
  const [before, after] = around.get(config) ?? policyAround(config);
  return before + scripts + after;
}

/** The constant parts, built once per configuration. */
function policyAround(config: Site): [before: string, after: string] {
  const live = new URL(config.realtime.url).origin.replace(/^http/, 'ws');
  // The sandbox's payment page is at APP_URL, also for a browser that reached the sandbox by its other name.
  const payment = config.mode === 'sandbox' ? ` ${new URL(config.appUrl).origin}` : '';
  const after = [
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${live}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${payment} https://checkout.stripe.com https://billing.stripe.com https://connect.stripe.com`,
    "frame-ancestors 'none'",
  ];
  const parts: [string, string] = ["default-src 'self'; script-src 'self' ", `; ${after.join('; ')}`];
  around.set(config, parts);
  return parts;
}

/**
 * For the worker that reads photos: it may load its own files and run their WebAssembly, and connect only to this
 * server. So pages need no `wasm-unsafe-eval`.
 */
export const readerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** A CSP source for an inline script's text. */
export function scriptHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
