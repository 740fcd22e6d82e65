const maxLength = 500;
/** Paths of the app that are no pages, or that lead back to the ad. */
const noPages = ['/api', '/ads', '/photos', '/avatars', '/assets', '/sandbox', '/metrics'];

export const linkSentence = 'Enter a link that begins with https://, or a path on this site, for example /fees.';

/** The address as it is stored: https without user and password, or a page of the app. Null for all others. */
export function readLink(typed: string): string | null {
  // Browsers read a backslash as a slash, and ignore invisible characters: both hide the real address.
  if (typed.length > maxLength || /[\s\\\p{Cc}\p{Cf}]/u.test(typed)) return null;
  return typed.startsWith('/') ? ownPage(typed) : abroad(typed);
}

/** The host of a link, for display; null for a page of the app. */
export function hostOf(link: string): string | null {
  return link.startsWith('/') ? null : new URL(link).host;
}

function ownPage(typed: string): string | null {
  const market = 'https://market.invalid';
  if (!URL.canParse(typed, market)) return null;
  const { origin, pathname, search, hash } = new URL(typed, market);
  if (origin !== market || pathname.startsWith('//')) return null;
  return noPages.some((path) => pathname === path || pathname.startsWith(`${path}/`)) ? null : pathname + search + hash;
}

function abroad(typed: string): string | null {
  if (!/^https:\/\/[^/]/i.test(typed) || !URL.canParse(typed)) return null;
  const { protocol, username, password, hostname, href } = new URL(typed);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.') ? href : null;
}
