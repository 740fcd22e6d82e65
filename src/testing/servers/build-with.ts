import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import { type BuildSource, productionBuild } from '#app/rendering/pages.server.ts';
import { scopeContext } from '#platform/http/page.ts';

/**
 * The built pages with some more, as one line in `src/routes.ts` would bring them. Building anew would take a minute: these are rendered on the server by this
 * process's own modules, and have no script.
 */
export async function buildWith(routes: readonly RouteConfigEntry[]): Promise<BuildSource> {
  const build = await (await productionBuild())();
  const [around] = Object.values(build.routes).filter((route) => route?.id.endsWith('page-boundary'));
  const added = await Promise.all(
    routes.map(async ({ path, file }) => {
      const id = file.replace(/\.tsx?$/, '');
      const module = await import(join(import.meta.dirname, '../..', file));
      return { id, path, module, parentId: around?.id };
    }),
  );
  const entry = {
    ...build.entry,
    module: {
      ...build.entry.module,
      makeLoadContext(scope: Parameters<typeof build.entry.module.makeLoadContext>[0]) {
        const context = build.entry.module.makeLoadContext(scope);
        // The build has a copy of this key of its own.
        context.set(scopeContext, scope);
        return context;
      },
    },
  };
  const assets = {
    ...build.assets,
    routes: {
      ...build.assets.routes,
      ...byId(added.map(({ id, path, parentId }) => ({ ...built(build, around?.id), id, path, parentId, hasLoader: true }))),
    },
  };
  const whole = { ...build, entry, assets, routes: { ...build.routes, ...byId(added) } } as Awaited<ReturnType<BuildSource>>;
  return async () => whole;
}

function built(build: ServerBuild, id: string | undefined) {
  return build.assets.routes[id ?? ''];
}

function byId<T extends { id: string }>(routes: readonly T[]): Record<string, T> {
  return Object.fromEntries(routes.map((route) => [route.id, route]));
}
