import { useContext } from 'react';
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';

/** Files that were asked for: passing over sixty tiles asks for their page's code once. */
const asked = new Set<string>();

/** Says that the server is known to be out of reach, or back. */
export function markOutOfReach(isOut: boolean): void {
  document.documentElement.toggleAttribute('data-out-of-reach', isOut);
}

export const isOutOfReach = () => document.documentElement.hasAttribute('data-out-of-reach');

/** Whether code of a page did not come as it was read ahead: the browser does not ask for it again, so that page opens in a new document alone. */
export let isCodeMissing = false;

/**
 * What has a link read the code of its page ahead, while a pointer or the focus rests on it. Not its data, as the router's own `prefetch` does: no browser keeps
 * what the market answers to a person, so that it would be asked for twice, and the market would make each page that somebody's pointer passes.
 * Nothing while the server is out of reach: a file that failed once is not asked for again by the browser.
 */
export function useReadAhead(to: unknown): { onPointerEnter(): void; onFocus(): void } {
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes;
  const files = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  const read = () => {
    if (!routes || !files || typeof to !== 'string' || !navigator.onLine || isOutOfReach()) return;
    for (const { route } of matchRoutes(routes, to) ?? []) {
      const { module, imports = [], css = [] } = files[route.id] ?? {};
      for (const href of [module, ...imports]) ask(href, 'modulepreload');
      for (const href of css) ask(href, 'prefetch');
    }
  };
  return { onPointerEnter: read, onFocus: read };
}

function ask(href: string | undefined, rel: string): void {
  if (!href || asked.has(href)) return;
  asked.add(href);
  const onerror = () => {
    isCodeMissing = true;
    markOutOfReach(true);
  };
  document.head.append(Object.assign(document.createElement('link'), { rel, href, onerror, ...(rel === 'prefetch' && { as: 'style' }) }));
}
