import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { findCookie, readRotatedCookie, signCookieValue } from './sessions/session-cookie.ts';

/** The maximum that browsers allow. */
const lifeSeconds = 400 * 24 * 3_600;
/** Members of one household share a browser; more entries would only enlarge the header. */
const maxAccounts = 5;

interface KnownDevice {
  /** A keyed hash of the user id: the cookie reveals no id. */
  account: string;
  /** New at each sign-in, so that failures are counted for this browser and account alone. */
  device: string;
}

export interface KnownDevices {
  /**
   * The browser's device name for this account if it has signed in there before, otherwise null. `cookies` is the
   * request's `Cookie` header.
   */
  find(userId: string, cookies: string | undefined): string | null;
  /** Number of accounts that have recently signed in in this browser. */
  count(cookies: string | undefined): number;
  /** `Set-Cookie` after a sign-in: the known accounts, and this one with a new device name. */
  add(userId: string, cookies: string | undefined): string;
}

/**
 * A signed cookie with the accounts that have signed in in this browser. It grants no access: it distinguishes the
 * owner's browser from others, so that guesses of others cannot lock the owner out.
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

  function read(cookies: string | undefined): KnownDevice[] {
    const value = cookies === undefined ? null : findCookie(cookies, name);
    const text = value === null ? undefined : readRotatedCookie(value, keys)?.token;
    if (text === undefined) return [];
    return text.split('~').flatMap((entry) => {
      const [account, device] = entry.split('.');
      return account && device ? [{ account, device }] : [];
    });
  }

  return {
    find: (userId, cookies) => read(cookies).find(({ account }) => hashesOf(userId).includes(account))?.device ?? null,
    count: (cookies) => read(cookies).length,
    add: (userId, cookies) => {
      const names = hashesOf(userId);
      const [account = ''] = names;
      const mine = { account, device: randomBytes(9).toString('hex') };
      const devices = [mine, ...read(cookies).filter((one) => !names.includes(one.account))].slice(0, maxAccounts);
      const value = devices.map((one) => `${one.account}.${one.device}`).join('~');
      return `${name}=${signCookieValue(value, keys[0] ?? '')}${tail}`;
    },
  };
}
