import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * `__Host-` binds the cookie to this host and to https; browsers refuse the prefix over plain http, which the sandbox
 * uses.
 */
export function sessionCookieName(appUrl: string): string {
  return appUrl.startsWith('https://') ? '__Host-sleeved_session' : 'sleeved_session';
}

/** The cookie's value: the token and its HMAC, URL-encoded. */
export function signCookieValue(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
}

/** The token of a cookie that we signed, otherwise null. A forged cookie costs no database read. */
function readCookieValue(value: string, secret: string): string | null {
  if (value.length > 512) return null;
  let text: string;
  try {
    text = decodeURIComponent(value);
  } catch {
    return null;
  }
  const dot = text.lastIndexOf('.');
  if (dot < 1) return null;
  const token = text.slice(0, dot);
  // Compared as text, since a decoder accepts several encodings of one signature.
  const given = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/**
 * The same for a cookie that may be older than a change of AUTH_SECRET: the current secret comes first. `isOld`: it
 * should be signed again.
 */
export function readRotatedCookie(value: string, secrets: readonly string[]): { token: string; isOld: boolean } | null {
  for (const [age, secret] of secrets.entries()) {
    const token = readCookieValue(value, secret);
    if (token !== null) return { token, isOld: age > 0 };
  }
  return null;
}

/** One cookie of a `Cookie` header. */
export function findCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
