import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../src/routes.ts';

/** Each route's path with its file. A layout has the path of the route above it. */
export const routeFiles: readonly (readonly [path: string, file: string])[] = filesOf(routes as RouteConfigEntry[]);

function filesOf(entries: readonly RouteConfigEntry[], base = ''): [path: string, file: string][] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${base}/${entry.path}` : base;
    return [[path || '/', entry.file] as [string, string], ...filesOf(entry.children ?? [], path)];
  });
}
