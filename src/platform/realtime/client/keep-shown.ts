import { type DataStrategyResult, isRouteErrorResponse } from 'react-router';
import { isNetworkFault } from '../../http/responses/network-failure.ts';
import type { Reads } from './reads.ts';

/** The page as React has rendered it last. */
export interface RenderedPage {
  pathname: string;
  search: string;
  /** By route id. */
  loaderData: Record<string, unknown>;
  /** No navigation and no form submission is pending. */
  isIdle: boolean;
}

/** A mounted page with a live connection. */
export interface ShownPage {
  rendered(): RenderedPage;
  /** Whether the page still belongs to its viewer and receives live events, so that it is reloaded later. */
  isRetained(): boolean;
  /** A reload got no answer: the page shows older data. */
  missed(): void;
  /** A reload was answered. */
  reached(): void;
}

let shown: ShownPage | null = null;

/** Registers the mounted page; returns the function that removes it. */
export function showPage(page: ShownPage): () => void {
  shown = page;
  return () => {
    if (shown === page) shown = null;
  };
}

/**
 * Client middleware around each read of the router. A reload that fails with the network would replace a readable page
 * by the error page, so the rendered loader data stays until a reload succeeds. Navigations do fail, also to the same
 * address: after a sign-out the page must not show the member's data.
 */
export async function keepShown({ request }: { request: Request }, next: () => Promise<Reads>): Promise<Reads> {
  const results = await next();
  if (!shown?.isRetained() || request.method !== 'GET') return results;
  const { loaderData, isIdle, ...at } = shown.rendered();
  const { pathname, search } = new URL(request.url);
  if (!isIdle || pathname !== at.pathname || search !== at.search) return results;
  const unreached = Object.keys(results).filter((id) => loaderData[id] !== undefined && isUnreached(results[id]));
  if (unreached.length > 0) shown.missed();
  else shown.reached();
  return { ...results, ...Object.fromEntries(unreached.map((id) => [id, { type: 'data', result: loaderData[id] }])) };
}

/** Statuses of an unavailable server or proxy. */
const unavailableStatuses = [502, 503, 504];

/** No answer, or half of one: the router wraps the error of a broken stream. */
const isUnreached = (read: DataStrategyResult | undefined) => {
  if (read?.type !== 'error') return false;
  const { result } = read;
  if (isRouteErrorResponse(result)) return unavailableStatuses.includes(result.status);
  return isNetworkFault(result) || (result instanceof Error && isNetworkFault(result.cause));
};
