import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { type ServerBuild, useActionData, useLoaderData, useMatches, useParams, useRouteError } from 'react-router';
import type { BuildSource } from '#app/rendering/pages.server.ts';
import { builtAssets } from './built-assets.ts';

type RouteModule = ServerBuild['routes'][string] extends infer Route | undefined
  ? Route extends { module: infer M }
    ? M
    : never
  : never;

const source = join(import.meta.dirname, '..');

let pages: Promise<ServerBuild> | null = null;

/**
 * The pages as in React Router's server build, from the sources: a test, its server and its pages share one copy of
 * each module. Scripts and styles are those of `npm run build`.
 */
export const sourcePages: BuildSource = () => {
  pages ??= loadPages();
  return pages;
};

/** The pages with additional routes, which are rendered on the server and have no script. */
export async function pagesWith(added: readonly RouteConfigEntry[]): Promise<BuildSource> {
  const build = await sourcePages();
  const frame = Object.keys(build.routes).find((id) => id.endsWith('page-boundary')) ?? 'root';
  const routes = await readRoutes(added, frame);
  const described = Object.entries(routes).map(([id, route]) => [
    id,
    { ...build.assets.routes[frame], ...route, hasLoader: true },
  ]);
  const assets = { ...build.assets, routes: { ...build.assets.routes, ...Object.fromEntries(described) } };
  const whole = { ...build, assets, routes: { ...build.routes, ...routes } };
  return async () => whole;
}

async function loadPages(): Promise<ServerBuild> {
  const { default: config } = await import('../routes.ts');
  return {
    assets: builtAssets(),
    assetsBuildDirectory: 'build/client',
    basename: '/',
    entry: { module: await import('../entry.server.tsx') },
    future: {} as ServerBuild['future'],
    isSpaMode: false,
    prerender: [],
    publicPath: '/',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    routes: {
      root: { id: 'root', path: '', module: await readModule('root.tsx') },
      ...(await readRoutes(await config, 'root')),
    },
    ssr: true,
  };
}

async function readRoutes(entries: readonly RouteConfigEntry[], parentId: string): Promise<ServerBuild['routes']> {
  const routes = await Promise.all(
    entries.map(async ({ file, children = [], id = file.replace(/\.tsx?$/, ''), path, index, caseSensitive }) => ({
      [id]: { id, parentId, path, index, caseSensitive, module: await readModule(file) },
      ...(await readRoutes(children, id)),
    })),
  );
  return Object.assign({}, ...routes) as ServerBuild['routes'];
}

async function readModule(file: string): Promise<RouteModule> {
  const module = { ...((await import(join(source, file))) as RouteModule) };
  if (module.default) module.default = withProps(module.default as ComponentType<object>, pageProps);
  if (module.ErrorBoundary) module.ErrorBoundary = withProps(module.ErrorBoundary as ComponentType<object>, errorProps);
  return module;
}

const pageProps = () => ({
  params: useParams(),
  loaderData: useLoaderData(),
  actionData: useActionData(),
  matches: useMatches(),
});
const errorProps = () => ({
  params: useParams(),
  loaderData: useLoaderData(),
  actionData: useActionData(),
  error: useRouteError(),
});

/** A route's component with the props that React Router's compiler gives it. */
function withProps(component: ComponentType<object>, useProps: () => object): () => ReactNode {
  return () => createElement(component, useProps());
}
