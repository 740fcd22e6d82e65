import type { ServerBuild } from 'react-router';
import { sourcePages } from '#testing/pages.ts';

export interface BuiltPage {
  path: string;
  hasAction: boolean;
  /** It shows something; others are called by forms, or are files. */
  hasComponent: boolean;
}

/** The pages of the build, so that a new one is looked at because it is there. */
export async function pagesOfBuild(): Promise<BuiltPage[]> {
  const { routes } = await sourcePages();
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === 'root') return [];
    const { action, default: component } = route.module;
    return [
      {
        path: `/${pathOf(routes, route.id)}${route.index ? '?index' : ''}`,
        hasAction: action !== undefined,
        hasComponent: component !== undefined,
      },
    ];
  });
}

/** A route's whole path, without a slash at its beginning. */
function pathOf(routes: ServerBuild['routes'], id: string): string {
  const { path, parentId } = routes[id] ?? {};
  return [parentId === undefined ? '' : pathOf(routes, parentId), path ?? ''].filter(Boolean).join('/');
}
