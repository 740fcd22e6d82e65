import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * A token of an email's link: an id and its signature, with a key derived for one use only. It says which row is meant
 * and nothing else; what it may do, how long and how often is decided by that row.
 */
export function signId(secret: string, use: string, id: string): string {
  return `${id}.${macOf(secret, use, id)}`;
}

/** The id; null for a token without a valid signature for this use. */
export function readSignedId(secrets: readonly string[], use: string, token: string): string | null {
  const [, id, signature] = /^([0-9a-z]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id || !signature) return null;
  // Compared as text: a decoder would accept several spellings of one signature.
  return secrets.some((secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(macOf(secret, use, id))))
    ? id
    : null;
}

function macOf(secret: string, use: string, id: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  return createHmac('sha256', key).update(id).digest('base64url');
}
