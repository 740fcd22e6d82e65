import { type DataRouter, type DataStrategyResult, isRouteErrorResponse } from 'react-router';

/** A page that stands and hears of its news. */
export interface ShownPage {
  router: Pick<DataRouter, 'state'>;
  /** A read of it got no answer: what is shown is older than it should be. */
  missed(): void;
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
 * Around every read of the router's. One that is under way as the network goes fails, and the router would put an error in the place of a page that can still
 * be looked at. So what is read again and cannot be reached stays as it is shown, until it can. Where somebody wanted to go to another page they are told.
 */
export async function keepShown(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  if (!shown || request.method !== 'GET') return results;
  const { location, loaderData, errors } = shown.router.state;
  const { pathname, search } = new URL(request.url);
  if (errors || pathname !== location.pathname || search !== location.search) return results;
  const unreached = Object.keys(results).filter((id) => loaderData[id] !== undefined && isUnreached(results[id]));
  if (unreached.length > 0) shown.missed();
  return { ...results, ...Object.fromEntries(unreached.map((id) => [id, { type: 'data', result: loaderData[id] }])) };
}

/** By status: the market, or what stands before it, is not there at the moment. */
const notThere = [502, 503, 504];

/** No server's code runs here, so a `TypeError` is `fetch` that got no answer, or half of one. */
const isUnreached = (read: DataStrategyResult | undefined) =>
  read?.type === 'error' && (read.result instanceof TypeError || (isRouteErrorResponse(read.result) && notThere.includes(read.result.status)));
