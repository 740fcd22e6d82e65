import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/** Whether the page at this address looks for cards before it is shown: browse, a member’s, and the page of every address that nobody has (`not-found.tsx`). */
export function isSearching(pathname: string, routes: Routes | null): boolean {
  if (/^\/(browse|profile\/[^/]+)\/?$/i.test(pathname)) return true;
  return routes !== null && matchRoutes(treeOf(routes), pathname)?.at(-1)?.route.path === '*';
}

const trees = new WeakMap<Routes, RouteObject[]>();

function treeOf(routes: Routes): RouteObject[] {
  const tree = trees.get(routes) ?? childrenOf(routes, undefined);
  trees.set(routes, tree);
  return tree;
}

function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const own = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? [route] : []));
  return own.map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }) as RouteObject);
}
