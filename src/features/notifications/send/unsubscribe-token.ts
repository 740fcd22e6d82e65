import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface UnsubscribeClaims {
  userId: string;
  /** Names of the kinds that the email was about. */
  kinds: string[];
}

/**
 * The token of an unsubscribe link: the kinds, the member and a signature of both, under a key derived for this use
 * alone. It does not expire, because old emails must stay usable, and it permits nothing else.
 */
export function signUnsubscribe(secret: string, { userId, kinds }: UnsubscribeClaims): string {
  const body = `${kinds.join('-')}.${userId}`;
  return `${body}.${macOf(secret, body)}`;
}

/** Null for an invalid signature and for a kind that is no longer emailed: `kinds` are the current ones. */
export function readUnsubscribe(
  secrets: readonly string[],
  token: string,
  kinds: readonly string[],
): UnsubscribeClaims | null {
  const [, named, userId, signature] =
    /^([a-z]{1,20}(?:-[a-z]{1,20}){0,5})\.([0-9a-z]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  if (!named || !userId || !signature) return null;
  // Compared as text: a decoder would accept several spellings of one signature.
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
