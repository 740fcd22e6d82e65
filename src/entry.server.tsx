import { Writable } from 'node:stream';
import { watchFile } from 'virtual:asleep';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router';
import { holdBack } from '#app/asleep/hold-back.server.ts';
import { fewerBytes } from '#app/fewer-bytes.server.ts';
import { type PageScope, pageScope, scopeContext } from '#platform/http/page.ts';
import { type LiveNeeds, LiveNeedsContext } from '#platform/realtime/needs.ts';

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
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, actor } = pageScope(context);
  // While developing the page's script also brings what the tools need.
  const needs: LiveNeeds | null = actor === null && import.meta.env.PROD ? { line: null, queries: [] } : null;
  headers.set('content-type', 'text/html; charset=utf-8');
  const { loaderHeaders, actionHeaders } = routerContext.staticHandlerContext;
  for (const own of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const later = own.get('retry-after');
    if (later !== null) headers.set('retry-after', later);
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  return new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const written = Buffer.concat(chunks).toString();
        const page = import.meta.env.PROD ? fewerBytes(written) : written;
        resolve(new Response(needs ? (holdBack(page, watchFile, needs) ?? page) : page, { status, headers }));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(
      <LiveNeedsContext value={needs}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </LiveNeedsContext>,
      {
        nonce,
        // A part behind `Suspense` stays in its place: past this size React would send it at the end, for a script to move where it belongs.
        progressiveChunkSize: 4 * 1024 * 1024,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: reject,
      },
    );
  });
}

/** Faults go to the log under the request's id; a page that is simply not there is no fault. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { platform, requestId, failed } = pageScope(context);
  failed(error);
  platform.log.error('a page failed', { requestId, path: new URL(request.url).pathname, error });
}
