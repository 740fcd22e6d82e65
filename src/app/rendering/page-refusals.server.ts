import { data, type RouterContextProvider, type ServerBuild } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { logPageFault, pageRefusal } from '#platform/http/page.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

/**
 * The build with loaders and actions whose uncaught `Refusal` becomes the page of its status, since React Router would
 * answer 500. Another error becomes the error page with the request's id.
 */
export function withRefusals<Build extends ServerBuild>(build: Build): Build {
  const routes: ServerBuild['routes'] = {};
  for (const [id, route] of Object.entries(build.routes))
    if (route) routes[id] = { ...route, module: catching(route.module) };
  return { ...build, routes };
}

function catching(module: RouteModule): RouteModule {
  const { loader, action } = module;
  const isPage = module.default !== undefined;
  return {
    ...module,
    ...(loader
      ? { loader: async (args: Parameters<typeof loader>[0]) => await refused(() => loader(args), args, isPage) }
      : {}),
    ...(action
      ? { action: async (args: Parameters<typeof action>[0]) => await refused(() => action(args), args, isPage) }
      : {}),
  };
}

interface PageRequest {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

async function refused<T>(work: () => T, args: PageRequest, isPage: boolean): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    if (isPage && error instanceof Error && !isRefusal(error) && !args.request.signal.aborted)
      throw data({ code: 'fault', message: '', requestId: logPageFault(args, error) }, { status: 500 });
    return pageRefusal(error);
  }
}
