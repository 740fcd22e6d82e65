import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * The token in the statement of a suspension: the decision and its signature, with a key derived for this use only. It
 * appeals against that decision and can do nothing else; the decision limits its time and its single use.
 */
export function signAppeal(secret: string, decisionId: string): string {
  return `${decisionId}.${macOf(secret, decisionId)}`;
}

/** The decision's id; null for a token without a valid signature. */
export function readAppeal(secrets: readonly string[], token: string): string | null {
  const [, decisionId, signature] = /^([0-9a-z]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  if (!decisionId || !signature) return null;
  // Compared as text: a decoder would accept several spellings of one signature.
  return secrets.some((secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(macOf(secret, decisionId))))
    ? decisionId
    : null;
}

function macOf(secret: string, decisionId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'appeal against a suspension', 32));
  return createHmac('sha256', key).update(decisionId).digest('base64url');
}
