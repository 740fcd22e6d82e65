import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface UnsubscribeClaims {
  userId: string;
  /** Names of the kinds of mail that the letter was about. */
  kinds: string[];
}

/**
 * What an unsubscribe link carries: the kinds, the member, and our signature of both, under a key that is derived for
 * this use alone. It has no end, because an old mail must still be good for this, and it can do nothing else.
 */
export function signUnsubscribe(secret: string, { userId, kinds }: UnsubscribeClaims): string {
  const body = `${kinds.join('-')}.${userId}`;
  return `${body}.${macOf(secret, body)}`;
}

/**
 * Null for whatever we did not sign, and for a kind that is mailed no more: `kinds` are the names of those that are.
 */
export function readUnsubscribe(
  secrets: readonly string[],
  token: string,
  kinds: readonly string[],
): UnsubscribeClaims | null {
  const [, named, userId, signature] =
    /^([a-z]{1,20}(?:-[a-z]{1,20}){0,5})\.([0-9a-z]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  if (!named || !userId || !signature) return null;
  // Compared as text: a decoder would let several spellings of one signature through.
  if (
    !secrets.some((secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(macOf(secret, `${named}.${userId}`))))
  )
    return null;
  const mailed = named.split('-').filter((name) => kinds.includes(name));
  return mailed.length > 0 ? { userId, kinds: mailed } : null;
}

function macOf(secret: string, body: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe link', 32));
  return createHmac('sha256', key).update(body).digest('base64url');
}
