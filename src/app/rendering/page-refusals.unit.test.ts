import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { conflict, tooMany } from '#kernel/refusal.ts';
import { type PageScope, scopeContext } from '#platform/http/page.ts';
import { withRefusals } from './page-refusals.server.ts';

const thrower = (error: () => Error) => () => {
  throw error();
};
const sold = thrower(() => conflict('sold', 'This copy is sold.'));
const busy = thrower(() => tooMany('Wait a minute.', 60));
const fault = thrower(() => new Error('a mistake'));

/** A build of three routes: `/page` and `/fault` with a component, `/file` without one. */
function builtOf(loaders: Record<string, () => never>): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(loaders).map(([id, throws]) => {
      const component = id === 'file' ? {} : { default: () => null, ErrorBoundary: () => null };
      return [id, { id, path: id, module: { loader: throws, action: throws, ...component } }];
    }),
  );
  const respond = async (
    _: Request,
    status: number,
    headers: Headers,
    { staticHandlerContext: { errors, loaderHeaders } }: EntryContext,
  ) => {
    const [error] = Object.values(errors ?? {});
    headers.set('retry-after', Object.values(loaderHeaders)[0]?.get('retry-after') ?? '');
    return Response.json(error?.data ?? null, { status, headers });
  };
  const build = {
    routes,
    entry: { module: { default: respond, handleError: () => {} } },
    assets: { routes: {}, entry: {} },
    future: {},
  };
  return {
    ssr: true,
    basename: '/',
    publicPath: '/',
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    ...build,
  } as unknown as ServerBuild;
}

test('a refusal that a loader or an action does not catch has its own status and sentence; a fault is 500 with the request’s id', async () => {
  const handle = createRequestHandler(withRefusals(builtOf({ page: busy, file: sold, fault })), 'production');
  const logged: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(scopeContext, {
    platform: { log: { error: (...args: unknown[]) => void logged.push(args) } },
    requestId: 'request-1',
    failed: () => {},
  } as unknown as PageScope);
  const answerOf = async (path: string, method: string) => {
    const answer = await handle(new Request(`http://market.test${path}`, { method }), context);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  };
  for (const method of ['GET', 'POST']) {
    const [page, file, faulty] = [
      await answerOf('/page', method),
      await answerOf('/file', method),
      await answerOf('/fault', method),
    ];
    expect([method, page.status, file.status, faulty.status]).toEqual([method, 429, 409, 500]);
    expect(JSON.parse(page.text)).toMatchObject({ message: 'Wait a minute.' });
    expect(file.text).toContain('This copy is sold.');
    expect(JSON.parse(faulty.text)).toEqual({ code: 'fault', message: '', requestId: 'request-1' });
  }
  expect((await answerOf('/page', 'GET')).retryAfter).toBe('60');
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatchObject(['a page failed', { requestId: 'request-1', path: '/fault' }]);
});
