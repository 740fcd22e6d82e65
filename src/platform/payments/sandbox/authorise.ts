import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { StripeFault } from './errors.ts';

/** Checks the secret key in the headers that Stripe's clients send. */
export function authorise(c: Context, secretKey: string): void {
  const header = c.req.header('authorization') ?? '';
  const basic = /^Basic (.+)$/.exec(header)?.[1];
  const given = basic
    ? (Buffer.from(basic, 'base64').toString().split(':')[0] ?? '')
    : (/^Bearer (.+)$/.exec(header)?.[1] ?? '');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (given === '') {
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    });
  }
  if (!timingSafeEqual(digest(given), digest(secretKey))) {
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${given.slice(0, 8)}****`,
    });
  }
}
