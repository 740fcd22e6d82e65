import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import webPush from 'web-push';
import type { Config } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { lookupOutside, pushAddress } from './push-address.ts';
import { pushKeys } from './push-keys.ts';

/** So long the browser's maker may take to answer, and so long it keeps a message for a device that is off. */
const timeoutMs = 10_000;
const keptSeconds = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A market that only its own machine reaches. */
export function isHomeOf({ mode, openSandbox }: Pick<Config, 'mode' | 'openSandbox'>): boolean {
  return mode === 'sandbox' && !openSandbox;
}

/**
 * Sends a text to a device, readable by that device alone. `topic` takes the place of an earlier one that still waits.
 * Answers `gone` where the device is known no more or can't be written to, for good; throws where it may be tried
 * again.
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
    TTL: keptSeconds,
    contentEncoding: 'aes128gcm',
    topic,
  });
  const status = await post(url, headers, body, isHomeOf(config));
  if (status === 404 || status === 410) return 'gone';
  if (status >= 400) throw new Error(`${url.host} answered ${status} to a push`);
  return 'sent';
}

/** Follows no redirect, and reads no more of the answer than its status. */
function post(url: URL, headers: webPush.Headers, body: Buffer | null, isHome: boolean): Promise<number> {
  const options = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(isHome ? {} : { lookup: lookupOutside }),
  } as const;
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'http:' ? requestPlain : request)(url, options, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
