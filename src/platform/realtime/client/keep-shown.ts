import { type DataStrategyResult, isRouteErrorResponse } from 'react-router';
import { isNetworkFault } from '../../http/responses/network-failure.ts';
import type { Reads } from '../server/reads.ts';

/** What React has rendered last. */
export interface RenderedPage {
  pathname: string;
  search: string;
  /** By route. */
  loaderData: Record<string, unknown>;
  /** Nobody is on their way to another page, and no form is being sent. */
  isIdle: boolean;
}

/** A page that stands and hears of its news. */
export interface ShownPage {
  rendered(): RenderedPage;
  /** Whether its news are heard, so that it is read again later, and it is still of the one who may see it. */
  isKept(): boolean;
  /** A read of it got no answer: what is shown is older than it should be. */
  missed(): void;
  /** A read of it was answered. */
  reached(): void;
}

let shown: ShownPage | null = null;

/** Says which page stands there; what it answers ends that. */
export function showPage(page: ShownPage): () => void {
  shown = page;
  return () => {
    if (shown === page) shown = null;
  };
}

/**
 * Around every read of the router's. One that is under way as the network goes fails, and the router would put an error
 * in the place of a page that can still be looked at. So what the page reads again by itself and cannot be reached
 * stays as it is shown, until it can. Who wanted to go somewhere is told, also where that is the same address: somebody
 * who has just signed out is on their way, and must not see what was theirs.
 */
export async function keepShown({ request }: { request: Request }, next: () => Promise<Reads>): Promise<Reads> {
  const results = await next();
  if (!shown?.isKept() || request.method !== 'GET') return results;
  const { loaderData, isIdle, ...at } = shown.rendered();
  const { pathname, search } = new URL(request.url);
  if (!isIdle || pathname !== at.pathname || search !== at.search) return results;
  const unreached = Object.keys(results).filter((id) => loaderData[id] !== undefined && isUnreached(results[id]));
  if (unreached.length > 0) shown.missed();
  else shown.reached();
  return { ...results, ...Object.fromEntries(unreached.map((id) => [id, { type: 'data', result: loaderData[id] }])) };
}

/** By status: the market, or what stands before it, is not there at the moment. */
const notThere = [502, 503, 504];

/** No answer came, or half of one: the router wraps what broke off. */
const isUnreached = (read: DataStrategyResult | undefined) => {
  if (read?.type !== 'error') return false;
  const { result } = read;
  if (isRouteErrorResponse(result)) return notThere.includes(result.status);
  return isNetworkFault(result) || (result instanceof Error && isNetworkFault(result.cause));
};
