import { createRequestHandler, type ServerBuild } from 'react-router';
import { type Loader, takingLoader } from './page-data.server.ts';

type Routes = ServerBuild['routes'];
type Handle = ReturnType<typeof createRequestHandler>;

const handlers = new WeakMap<ServerBuild, Map<string, Handle>>();

/**
 * The framework's handler of an address. It tries its routes one after the other, twice with every request, and names all of them to every page: so each first word has a handler
 * of its own, which knows the few that an address which begins with it may be.
 */
export function handlerOf(build: ServerBuild, pathname: string): Handle {
  const known = handlers.get(build) ?? new Map<string, Handle>();
  handlers.set(build, known);
  const words = wordsOf(build.routes);
  const word = wordOf(pathname);
  const first = words.has(word) ? word : '';
  const isData = pathname.endsWith('.data');
  const key = isData ? `${first}.data` : first;
  let handle = known.get(key);
  if (!handle) {
    handle = createRequestHandler(
      { ...build, routes: isData ? routesOf(build.routes, first) : taking(routesOf(build.routes, first)) },
      process.env.NODE_ENV === 'development' ? 'development' : 'production',
    );
    known.set(key, handle);
  }
  return handle;
}

/** The routes of pages, whose data go past the framework; what has nothing to draw answers for itself. */
function taking(routes: Routes): Routes {
  const of = (route: Routes[string]): Routes[string] =>
    route?.module.loader && route.module.default
      ? { ...route, module: { ...route.module, loader: takingLoader(route.id, route.module.loader as Loader) as never } }
      : route;
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, of(route)]));
}

/** What an address that begins with this word may be: the routes that begin with it, and those that say nothing of the first word. */
export function routesOf(routes: Routes, word: string): Routes {
  return Object.fromEntries(Object.entries(routes).filter(([id]) => [word, null].includes(firstOf(routes, id))));
}

const allWords = new WeakMap<Routes, Set<string>>();

function wordsOf(routes: Routes): Set<string> {
  const words = allWords.get(routes) ?? new Set(Object.keys(routes).flatMap((id) => firstOf(routes, id) ?? []));
  allWords.set(routes, words);
  return words;
}

/** The word that all addresses of a route begin with; null where they may begin with any. */
function firstOf(routes: Routes, id: string): string | null {
  const first = pathOf(routes, id).split('/')[0] ?? '';
  return first === '' || /[:*?]/.test(first) ? null : wordOf(`/${first}`);
}

/** From the market's root, without a slash at its beginning. */
export function pathOf(routes: Routes, id: string): string {
  const { path, parentId } = routes[id] ?? {};
  return [parentId === undefined ? '' : pathOf(routes, parentId), path ?? ''].filter(Boolean).join('/');
}

/** As the router reads it: in any case, decoded where it can be, and without what an address of a page's data ends with. */
export function wordOf(pathname: string): string {
  const [, written = ''] = pathname.split('/', 2);
  let word = written;
  try {
    word = decodeURIComponent(written);
  } catch {}
  return word.toLowerCase().replace(/\.data$/, '');
}
