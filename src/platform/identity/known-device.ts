import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { findCookie, readRotatedCookie, signCookieValue } from './sessions/session-cookie.ts';

/** The longest life that browsers grant a cookie. */
const lifeSeconds = 400 * 24 * 3_600;
/** Members of one household share a browser; more marks than these would only fill the header. */
const keptAccounts = 5;

interface Mark {
  /** The account, as nobody else can compute it: a reader of the cookie learns no id. */
  account: string;
  /** Anew at each sign-in, so that failures are counted for this browser and this account alone. */
  device: string;
}

export interface KnownDevices {
  /**
   * The browser's own name for this account if it has signed in to it before, else null. `cookies` is the request's
   * `Cookie` header.
   */
  find(userId: string, cookies: string | undefined): string | null;
  /** How many accounts this browser has signed in to lately. */
  count(cookies: string | undefined): number;
  /** `Set-Cookie` for a browser that has just signed in: what it knew before, and this account under a new name. */
  remember(userId: string, cookies: string | undefined): string;
}

/**
 * Remembers in a browser which accounts have signed in there. It opens nothing: it only tells the owner's browser from
 * a stranger's, so that guesses of strangers cannot shut the owner out.
 */
export function createKnownDevices(appUrl: string, secrets: readonly string[]): KnownDevices {
  const isHttps = appUrl.startsWith('https://');
  const name = isHttps ? '__Host-sleeved_device' : 'sleeved_device';
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'known device', 32)).toString('base64url'),
  );
  const tail = `; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const hashesOf = (userId: string) =>
    keys.map((key) => createHmac('sha256', key).update(userId).digest('base64url').slice(0, 22));

  function read(cookies: string | undefined): Mark[] {
    const value = cookies === undefined ? null : findCookie(cookies, name);
    const text = value === null ? undefined : readRotatedCookie(value, keys)?.token;
    if (text === undefined) return [];
    return text.split('~').flatMap((mark) => {
      const [account, device] = mark.split('.');
      return account && device ? [{ account, device }] : [];
    });
  }

  return {
    find: (userId, cookies) => read(cookies).find(({ account }) => hashesOf(userId).includes(account))?.device ?? null,
    count: (cookies) => read(cookies).length,
    remember: (userId, cookies) => {
      const names = hashesOf(userId);
      const [account = ''] = names;
      const mine = { account, device: randomBytes(9).toString('hex') };
      const marks = [mine, ...read(cookies).filter((mark) => !names.includes(mark.account))].slice(0, keptAccounts);
      return `${name}=${signCookieValue(marks.map((mark) => `${mark.account}.${mark.device}`).join('~'), keys[0] ?? '')}${tail}`;
    },
  };
}
