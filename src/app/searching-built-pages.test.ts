import * as fc from 'fast-check';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import { productionBuild } from './pages.server.ts';
import { isSearching, pathOf } from './searching-pages.ts';

type Routes = ServerBuild['routes'];

let routes: Routes;
beforeAll(async () => {
  // The router says of each address that cannot be decoded that it cannot.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  ({ routes } = await (await productionBuild())());
});

function treeOf(all: Routes, parentId?: string): RouteObject[] {
  const own = Object.values(all).flatMap((route) => (route && route.parentId === parentId ? [route] : []));
  return own.map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(all, id) }) as RouteObject);
}

/** One of the route's own. */
const addressOf = (id: string) =>
  `/${pathOf(routes, id)
    .replaceAll(/:\w+/g, 'x1')
    .replace(/\/?\*$/, '')}`;

/** Words of addresses that are there, and what people make of them. */
const addresses = () => {
  const words = [...new Set(Object.values(routes).flatMap((route) => route?.path?.split('/') ?? []))].filter((word) => !/[:*]/.test(word));
  const word = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words) },
    fc.constantFrom(...words).map((one) => one.toUpperCase()),
    fc.constantFrom(...words).map((one) => `%${one.charCodeAt(0).toString(16)}${one.slice(1)}`),
    fc.constantFrom('', 'l1', 'browse.data', '%2F', '%zz', 'a b', 'x%2Fy', '*', ':id', 'ü'),
  );
  const paths = Object.keys(routes).map((id) => pathOf(routes, id));
  const made = fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom('', 'a', 'a/b'))
    .map(([path, rest]) => path.replaceAll(/:\w+/g, 'x1').replace(/\/?\*$/, rest && `/${rest}`));
  const any = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((parts) => parts.join('/')),
    made,
  );
  return fc.tuple(any, fc.constantFrom('', '/', '//')).map(([path, end]) => `/${path}${end}`);
};

test('[M-14] an address is nobody’s exactly where the router knows no page for it', () => {
  const same = (pathname: string) => {
    if (/^\/(browse|profile\/[^/]+)\/?$/i.test(pathname)) return;
    expect(isSearching(pathname, routes), pathname).toBe(matchRoutes(treeOf(routes), pathname)?.at(-1)?.route.path === '*');
  };
  for (const id of Object.keys(routes)) same(addressOf(id));
  fc.assert(fc.property(addresses(), same), { numRuns: 300 });
});
