import { findGuardedPath, type GuardedPaths } from '#kernel/address.ts';
import { pagePath, withoutRouterQuery } from '#platform/http/requests/page-address.ts';

/** Pages for visitors only. */
const visitorPages = new Set(['/auth/sign-in', '/auth/sign-up']);
const completePage = '/auth/complete-profile';
const verifyPage = '/auth/verify-email';

/**
 * A path as the router may read it: decoded repeatedly, with single slashes, dots resolved, without a trailing slash.
 * An alternative spelling of a guarded page must not bypass the guard.
 */
export function plainPath(pathname: string): string {
  let path = pathname;
  for (let round = 0; round < 5; round++) {
    const decoded = decodeLeniently(path);
    if (decoded === path) break;
    path = decoded;
  }
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function decodeLeniently(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** The guarded place that a path falls in however it is spelt, or null. */
export function guardedPrefix(pathname: string, guarded: GuardedPaths): string | null {
  return findGuardedPath(guarded, plainPath(pathname).toLowerCase());
}

/** The page to complete a profile, continuing to a path of this site; the dashboard is the default. */
export function completeFirst(to: string): string {
  return to === '/dashboard' ? completePage : `${completePage}?next=${encodeURIComponent(to)}`;
}

export interface GuardQuestion {
  pathname: string;
  search: string;
  viewer: { needsCompletion: boolean } | null;
  /** Addresses that need a member, as the features declare them. */
  guarded: GuardedPaths;
}

/**
 * Decides before rendering: a visitor goes from a guarded page to sign-in, a member with an incomplete profile to its
 * completion (both return afterwards), and a signed-in member away from the sign-in pages. Null: render the page.
 */
export function guardPage({ pathname, search, viewer, guarded }: GuardQuestion): { redirectTo: string } | null {
  const page = pagePath(pathname);
  const path = plainPath(page).toLowerCase();
  const isGuarded = guardedPrefix(page, guarded) !== null;
  const here = plainPath(page) + withoutRouterQuery(search);
  if (!viewer) {
    const needsMember = isGuarded || path === completePage || path === verifyPage;
    return needsMember ? { redirectTo: `/auth/sign-in?next=${encodeURIComponent(here)}` } : null;
  }
  if (viewer.needsCompletion && isGuarded) return { redirectTo: completeFirst(here) };
  if (viewer.needsCompletion && visitorPages.has(path)) return { redirectTo: completePage };
  if (visitorPages.has(path) || (path === completePage && !viewer.needsCompletion)) return { redirectTo: '/dashboard' };
  return null;
}
