import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * What the statement of a suspension carries: the decision and our signature of it, under a key that is derived for
 * this use alone. It appeals against that one decision and can do nothing else; for how long, and that it is once, the
 * decision itself says.
 */
export function signAppeal(secret: string, decisionId: string): string {
  return `${decisionId}.${macOf(secret, decisionId)}`;
}

/** The decision's id; null for whatever we did not sign. */
export function readAppeal(secrets: readonly string[], token: string): string | null {
  const [, decisionId, signature] = /^([0-9a-z]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  if (!decisionId || !signature) return null;
  // Compared as text: a decoder would let several spellings of one signature through.
  return secrets.some((secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(macOf(secret, decisionId))))
    ? decisionId
    : null;
}

function macOf(secret: string, decisionId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'appeal against a suspension', 32));
  return createHmac('sha256', key).update(decisionId).digest('base64url');
}
