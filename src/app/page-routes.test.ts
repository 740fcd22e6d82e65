import { globSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import { rootFolder } from '#platform/program.ts';
import { pathOf, routesOf, wordOf } from './page-routes.server.ts';
import { productionBuild } from './pages.server.ts';

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
const found = (all: Routes, pathname: string) =>
  (matchRoutes(treeOf(all), pathname) ?? []).map(({ route, params, pathname: matched }) => [route.id, params, matched]);

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

test('[10-3] among the routes of its first word an address finds what it finds among all', () => {
  const words = new Map<string, Routes>();
  const few = (pathname: string) => {
    const word = wordOf(pathname);
    const own = words.get(word) ?? routesOf(routes, word);
    words.set(word, own);
    return own;
  };
  const same = (pathname: string) => {
    expect(found(few(pathname), pathname), pathname).toEqual(found(routes, pathname));
  };
  for (const pathname of Object.keys(routes).map(addressOf)) for (const written of [pathname, pathname.toUpperCase()]) same(written);
  fc.assert(fc.property(addresses(), same), { numRuns: 300 });
  expect(Object.keys(routesOf(routes, 'listings')).length).toBeLessThan(Object.keys(routes).length / 3);
});

test('[10-3] no page looks ahead to another while it is drawn: of that one’s routes it knows nothing, and its data would be asked for with each page', () => {
  for (const file of globSync('src/**/*.tsx', { cwd: rootFolder }))
    expect(readFileSync(`${rootFolder}/${file}`, 'utf8'), file).not.toMatch(/<PrefetchPageLinks|prefetch="(?:render|viewport)"/);
});
