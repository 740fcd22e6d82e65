import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router';
import { fewerBytes } from '#app/fewer-bytes.server.ts';
import { PageParts } from '#app/kept-parts.server.ts';
import { dataText } from '#app/page-data.server.ts';
import { dataScript, tableOfPage, wholePage } from '#app/whole-page.server.ts';
import { type PageScope, pageScope, scopeContext } from '#platform/http/page.ts';
import { MarkPartContext } from '#ui/kept.tsx';

/** Called by the HTTP app, which has another copy of these modules: the context's key must be this build's own. */
export function makeLoadContext(scope: PageScope): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(scopeContext, scope);
  return context;
}

/**
 * Renders the whole page before answering: the loaders have already waited for the data, so a stream would only cost the
 * conversions between two kinds of streams, and a failure could no longer change the status.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, drawn, loaded } = pageScope(context);
  headers.set('content-type', 'text/html; charset=utf-8');
  const { loaderHeaders, actionHeaders } = routerContext.staticHandlerContext;
  const { loaderData, actionData, errors } = withLoaded(routerContext, loaded);
  for (const own of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const later = own.get('retry-after');
    if (later !== null) headers.set('retry-after', later);
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { serverHandoffStream: _, ...shown } = { ...routerContext, manifest: tableOfPage(routerContext) };
  let parts = new PageParts();
  const page = () => {
    parts = new PageParts();
    return (
      <MarkPartContext value={import.meta.env.PROD ? parts.markPart : null}>
        <ServerRouter context={shown} url={request.url} nonce={nonce} />
      </MarkPartContext>
    );
  };
  const written = await wholePage(page, nonce);
  const sent = import.meta.env.PROD ? fewerBytes(written) : ([written, ''] as const);
  drawn(parts.settle(sent, dataScript(dataText({ loaderData, actionData, errors }), nonce)));
  return new Response(null, { status, headers });
}

/** What the loaders brought, where the page is drawn from it: it went past the framework (`takingLoader`). */
function withLoaded({ staticHandlerContext }: EntryContext, loaded: ReadonlyMap<string, unknown>) {
  for (const [id, data] of loaded) if (staticHandlerContext.loaderData[id] === null) staticHandlerContext.loaderData[id] = data;
  return staticHandlerContext;
}

/** Faults go to the log under the request's id; a page that is simply not there is no fault. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { platform, requestId, failed } = pageScope(context);
  failed(error);
  platform.log.error('a page failed', { requestId, path: new URL(request.url).pathname, error });
}
