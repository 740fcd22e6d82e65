import { profileProblems } from '#features/members/words.ts';

export type ErrorKind =
  | 'missing'
  | 'forbidden'
  | 'gone'
  | 'busy'
  | 'away'
  | 'offline'
  | 'unreached'
  | 'fault'
  | 'refused';

/** The connection as the browser knows it: `unreached` where it has one and the request failed all the same. */
export type Connection = 'online' | 'offline' | 'unreached';

export interface ErrorFacts {
  kind: ErrorKind;
  title: string;
  said: string;
}

interface Thrown {
  status: number;
  /** The refusal's own words, where a loader threw one. */
  data: unknown;
}

const ownWords = (data: unknown): string | undefined => {
  const said = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  return typeof said === 'string' && said !== '' ? said : undefined;
};

const requestIdOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'requestId' in data && typeof data.requestId === 'string'
    ? data.requestId
    : undefined;

/** The one thing to do about it, where a loader named it. */
export function wayOf(data: unknown): { to: string; label: string } | null {
  const way =
    typeof data === 'object' && data !== null && 'way' in data
      ? (data.way as { to?: unknown; label?: unknown } | null)
      : null;
  if (typeof way?.to !== 'string' || typeof way.label !== 'string') return null;
  return { to: way.to, label: way.label };
}

/** Where a member goes on whose order can't be found. */
export const ordersWay = (kind: ErrorKind, pathname: string, isMember: boolean) =>
  isMember && kind === 'missing' && pathname.startsWith('/orders/') ? { to: '/orders', label: 'View orders' } : null;

/** A page that needs the network and has none. A profile's says so in the specification's words (ER-07). */
function withoutNetwork(kind: 'offline' | 'unreached', pathname: string): ErrorFacts {
  const isProfile = /^\/profile\/[^/]+$/.test(pathname);
  return kind === 'offline'
    ? {
        kind,
        title: isProfile ? profileProblems.offline : 'You’re offline',
        said: 'This page needs an internet connection. You can still read open pages. Buying, offers and messages work again when you’re back online.',
      }
    : {
        kind,
        title: isProfile ? profileProblems.network : 'Couldn’t connect',
        said: 'Check your connection and try again. Your saved data is safe.',
      };
}

/**
 * The text of an error page: the refusal's own, else one for its status. `pathname`: the requested page.
 */
export function errorFacts(thrown: Thrown | null, connection: Connection, pathname: string): ErrorFacts {
  if (!thrown && connection !== 'online') return withoutNetwork(connection, pathname);
  const said = ownWords(thrown?.data);
  switch (thrown?.status) {
    case 401:
    case 403:
      return {
        kind: 'forbidden',
        title: 'You don’t have access to this page',
        said: said ?? 'Nothing was changed. Sign in with an account that has access, or go to another page.',
      };
    case 404: {
      // A short refusal (`User profile not found`) is the heading itself.
      const isHeading = said !== undefined && said.length <= 60;
      return {
        kind: 'missing',
        title: isHeading ? said.replace(/\.$/, '') : 'Page not found',
        said: isHeading
          ? 'The address may be wrong, or the page was removed. Check the address or search below.'
          : (said ?? 'The address may be wrong, or the page was removed. Check the address or search below.'),
      };
    }
    case 405:
      return {
        kind: 'refused',
        title: 'This action isn’t available',
        said: said ?? 'Nothing was changed. Go back and try again.',
      };
    case 410:
      return {
        kind: 'gone',
        title: 'No longer available',
        said: said ?? 'This listing was removed. Search for other copies of the card.',
      };
    case 429:
      return {
        kind: 'busy',
        title: 'Too many requests',
        said: said ?? 'Your browser sent too many requests in a short time. Wait a minute, then try again.',
      };
    case 503:
      return {
        kind: 'away',
        title: 'Not available right now',
        said: said ?? 'This page is temporarily unavailable. Try again in a moment.',
      };
  }
  if (thrown && thrown.status < 500 && said) return { kind: 'refused', title: 'Couldn’t complete this action', said };
  const requestId = requestIdOf(thrown?.data);
  return {
    kind: 'fault',
    title: 'Something went wrong on our side',
    said:
      requestId === undefined
        ? 'We couldn’t load this page. Try again. If it keeps happening, contact support and describe your last step.'
        : `We couldn’t load this page. Try again. If it keeps happening, contact support with code ${requestId}.`,
  };
}
