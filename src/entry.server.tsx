import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { logPageFault, pageScope } from '#platform/http/page.ts';

/**
 * Renders the whole page before it answers: the loaders have awaited the data already, and an error in any part can
 * still change the status. Throws the first error of the render, for which React Router renders an error page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  copyRetryAfter(routerContext, headers);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = pageScope(context);
  const errors: unknown[] = [];
  const page = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
    nonce,
    // Past this size React sends content behind `Suspense` last and hidden, so it never shows without scripts.
    progressiveChunkSize: 4 * 1024 * 1024,
    onError: (error) => void errors.push(error),
  });
  await page.allReady;
  if (errors.length > 0) throw errors[0];
  return new Response(page, { status, headers });
}

/** Passes on the `Retry-After` of whichever loader or action refused. */
function copyRetryAfter(
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
  headers: Headers,
): void {
  for (const own of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const retryAfter = own.get('retry-after');
    if (retryAfter !== null) headers.set('retry-after', retryAfter);
  }
}

/** Logs unexpected errors under the request's id. A page that is not found is not an error. */
export function handleError(
  error: unknown,
  args: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return;
  logPageFault(args, error);
}
