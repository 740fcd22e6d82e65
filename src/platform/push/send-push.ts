import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import webPush from 'web-push';
import type { Config } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { lookupPublic, pushAddress } from './push-address.ts';
import { pushKeys } from './push-keys.ts';

/** Timeout of the push service, and how long it stores a message for a device that is off. */
const timeoutMs = 10_000;
const ttlSeconds = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A server that only its own machine reaches. */
export function isHomeOf({ mode, openSandbox }: Pick<Config, 'mode' | 'openSandbox'>): boolean {
  return mode === 'sandbox' && !openSandbox;
}

/**
 * Sends a text to a device, encrypted for it. `topic` replaces an earlier message that still waits. Returns `gone` when
 * the subscription is invalid for good; throws when a retry may help.
 */
export async function sendPush(
  platform: Platform,
  target: PushTarget,
  text: string,
  topic: string,
): Promise<'sent' | 'gone'> {
  const { config } = platform;
  const url = pushAddress(target.endpoint, isHomeOf(config));
  if (!url) return 'gone';
  const keys = await pushKeys(platform);
  const address = /[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? 'market@example.test';
  const { endpoint, p256dh, auth } = target;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: `mailto:${address}`, ...keys },
    TTL: ttlSeconds,
    contentEncoding: 'aes128gcm',
    topic,
  });
  const status = await post(url, headers, body, isHomeOf(config));
  if (status === 404 || status === 410) return 'gone';
  if (status >= 400) throw new Error(`${url.host} answered ${status} to a push`);
  return 'sent';
}

/** Follows no redirect, and reads only the status of the response. */
function post(url: URL, headers: webPush.Headers, body: Buffer | null, isHome: boolean): Promise<number> {
  const options = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(isHome ? {} : { lookup: lookupPublic }),
  } as const;
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'http:' ? requestPlain : request)(url, options, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
