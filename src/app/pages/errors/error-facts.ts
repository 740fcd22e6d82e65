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

/** The one thing to do about it, where a loader named it. */
export function wayOf(data: unknown): { to: string; label: string } | null {
  const way =
    typeof data === 'object' && data !== null && 'way' in data
      ? (data.way as { to?: unknown; label?: unknown } | null)
      : null;
  if (typeof way?.to !== 'string' || typeof way.label !== 'string') return null;
  return { to: way.to, label: way.label };
}

/** A page that needs the network and has none. A profile's says so in the specification's words (ER-07). */
function withoutNetwork(kind: 'offline' | 'unreached', pathname: string): ErrorFacts {
  const isProfile = /^\/profile\/[^/]+$/.test(pathname);
  return kind === 'offline'
    ? {
        kind,
        title: isProfile ? profileProblems.offline : 'You are offline',
        said: 'This page needs a connection. What you already have open stays readable; buying, offers and messages wait until you are back.',
      }
    : {
        kind,
        title: isProfile ? profileProblems.network : 'The market could not be reached',
        said: 'The connection broke on the way, or the market was away for a moment. Nothing that you saved is lost. Try again.',
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
        title: 'This page is not open to you',
        said: said ?? 'Your account has no access to it. Nothing was changed.',
      };
    case 404: {
      // A short refusal (`User profile not found`) is the heading itself.
      const isHeading = said !== undefined && said.length <= 60;
      return {
        kind: 'missing',
        title: isHeading ? said.replace(/\.$/, '') : 'Page not found',
        said: isHeading
          ? 'The address may be mistyped, or what was here has been removed. Search for it instead.'
          : (said ?? 'There is nothing at this address. It may be mistyped, or what was here has been removed.'),
      };
    }
    case 405:
      return {
        kind: 'refused',
        title: 'That does not work here',
        said: said ?? 'This page can be read but takes no form. Nothing was changed.',
      };
    case 410:
      return {
        kind: 'gone',
        title: 'This is no longer here',
        said: said ?? 'The listing was taken down. Other copies of the card may be for sale.',
      };
    case 429:
      return {
        kind: 'busy',
        title: 'Too many requests',
        said: said ?? 'Your browser asked for a lot in a short time. Wait a minute, then try again.',
      };
    case 503:
      return {
        kind: 'away',
        title: 'Not available right now',
        said: said ?? 'A part that this page needs is away. Nothing was lost; try again in a moment.',
      };
  }
  if (thrown && thrown.status < 500 && said) return { kind: 'refused', title: 'That did not work', said };
  return {
    kind: 'fault',
    title: 'Something went wrong on our side',
    said: 'The page could not be made. Nothing that you saved is lost. Try again; if it stays, tell the operator what you were doing and when.',
  };
}
