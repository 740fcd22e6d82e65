import type { ServerBuild } from 'react-router';
import { pageRefusal } from '#platform/http/page.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

/**
 * The build with loaders and actions whose uncaught `Refusal` becomes the page of its status. React Router would answer
 * 500.
 */
export function withRefusals<Build extends ServerBuild>(build: Build): Build {
  const routes: ServerBuild['routes'] = {};
  for (const [id, route] of Object.entries(build.routes))
    if (route) routes[id] = { ...route, module: catching(route.module) };
  return { ...build, routes };
}

function catching(module: RouteModule): RouteModule {
  const { loader, action } = module;
  return {
    ...module,
    ...(loader ? { loader: async (args: Parameters<typeof loader>[0]) => await refused(() => loader(args)) } : {}),
    ...(action ? { action: async (args: Parameters<typeof action>[0]) => await refused(() => action(args)) } : {}),
  };
}

async function refused<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    return pageRefusal(error);
  }
}
