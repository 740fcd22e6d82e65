import { createHmac } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { Config } from '#platform/config/config.ts';
import { sameText } from '#platform/http/requests/same-text.ts';
import { findCookie } from '#platform/identity/sessions/session-cookie.ts';

const cookieName = 'sleeved_mailbox';

/** What opens the mailbox of a sandbox that others can reach. The same in all its processes and after a restart. */
export function mailboxKey({ authSecret }: Pick<Config, 'authSecret'>): string {
  return createHmac('sha256', authSecret).update('sandbox mailbox').digest('base64url').slice(0, 32);
}

/** The mailbox's URL for the host; with the key where other machines can reach the sandbox. */
export function mailboxLink(config: Pick<Config, 'appUrl' | 'authSecret' | 'openSandbox'>): string {
  return `${config.appUrl}/sandbox/mail${config.openSandbox ? `?key=${mailboxKey(config)}` : ''}`;
}

/** Protects all emails, reset links among them, from strangers: the logged link sets a cookie, which grants access. */
export function requireMailboxKey(config: Pick<Config, 'appUrl' | 'authSecret' | 'openSandbox'>) {
  const key = mailboxKey(config);
  return createMiddleware(async (c, next) => {
    if (!config.openSandbox) return next();
    const isGiven = sameText(c.req.query('key') ?? '', key);
    const isKnown = sameText(findCookie(c.req.header('cookie') ?? '', cookieName) ?? '', key);
    if (!isGiven && !isKnown)
      return c.text(
        'Only the host can open this mailbox. Use the link after “Mailbox:” in the log of the server.',
        403,
      );
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    if (isGiven && !c.req.path.endsWith('.json')) {
      // As far as `/sandbox/mail.json`, which is no address below `/sandbox/mail`.
      setCookie(c, cookieName, key, {
        path: '/sandbox',
        httpOnly: true,
        sameSite: 'Lax',
        secure: config.appUrl.startsWith('https://'),
      });
      // The key does not stay in the address, where it would be seen and copied along.
      const to = c.req.query('to');
      return c.redirect(to === undefined ? c.req.path : `${c.req.path}?${new URLSearchParams({ to })}`, 302);
    }
    return next();
  });
}
