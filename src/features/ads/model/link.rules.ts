const maxLength = 500;
/** Paths of the market that are no pages: an ad that leads to one leads nobody anywhere, or to itself. */
const noPages = ['/api', '/ads', '/photos', '/avatars', '/assets', '/sandbox', '/metrics'];

export const linkSentence = 'The link must begin with https://, or be a path of this market such as /premium.';

/**
 * The address as it is kept and led to: https without a name and password in it, or a page of the market. Null for
 * everything else.
 */
export function readLink(typed: string): string | null {
  // A browser reads a backslash as a slash, and leaves out what can't be seen: neither belongs in an address that was
  // typed.
  if (typed.length > maxLength || /[\s\\\p{Cc}\p{Cf}]/u.test(typed)) return null;
  return typed.startsWith('/') ? ownPage(typed) : abroad(typed);
}

/** The host that an ad leads to, to be said beside it; null for a page of the market. */
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
