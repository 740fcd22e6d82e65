import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/** Whether the page at this address looks for cards before it is shown: browse, a member’s, and the page of every address that nobody has (`not-found.tsx`). */
export function isSearching(pathname: string, routes: Routes | null): boolean {
  if (/^\/(browse|profile\/[^/]+)\/?$/i.test(pathname)) return true;
  return routes !== null && !addressesOf(routes).test(decoded(pathname));
}

const addresses = new WeakMap<Routes, RegExp>();

/** Every address that is a page's, as one pattern, made once: the router makes one of each route, with each look that it is asked for. */
function addressesOf(routes: Routes): RegExp {
  const known = addresses.get(routes);
  if (known) return known;
  const paths = Object.values(routes).flatMap((route) => (route && (route.path || route.index) ? [pathOf(routes, route.id)] : []));
  const pattern = new RegExp(
    `^/(?:${paths
      .filter((path) => path !== '*')
      .map(patternOf)
      .join('|')})/*$`,
    'i',
  );
  addresses.set(routes, pattern);
  return pattern;
}

/** A route's whole path, without a slash at its beginning. */
export function pathOf(routes: Routes, id: string): string {
  const { path, parentId } = routes[id] ?? {};
  return [parentId === undefined ? '' : pathOf(routes, parentId), path ?? ''].filter(Boolean).join('/');
}

function patternOf(path: string): string {
  const parts = path.split('/').map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.')));
  return parts.join('/').replace(/\/\.\*$/, '(?:/.*)?');
}

/** Part by part, so that a slash which is written in code stays within its part. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}
