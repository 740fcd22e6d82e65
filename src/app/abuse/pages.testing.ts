import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { buildFolder } from '#app/pages.server.ts';

export interface BuiltPage {
  path: string;
  hasAction: boolean;
  /** It shows something; others are called by forms, or are files. */
  hasComponent: boolean;
}

/** The pages of the build, so that a new one is looked at because it is there. */
export async function pagesOfBuild(): Promise<BuiltPage[]> {
  const { routes } = (await import(join(buildFolder, 'server/index.js'))) as ServerBuild;
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === 'root') return [];
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
      if (at.path) parts.unshift(at.path);
    const { action, default: component } = route.module;
    return [{ path: `/${parts.join('/')}${route.index ? '?index' : ''}`, hasAction: action !== undefined, hasComponent: component !== undefined }];
  });
}
