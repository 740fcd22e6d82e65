import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { guardPage } from '#features/auth/index.server.ts';
import { findViewer } from '#features/members/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '#platform/db/db.ts';
import { renderForVisitor } from '#platform/http/costly-reads.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { onceByKey, type PageScope, scopeContext } from '#platform/http/page.ts';
import type { ApiContext, ApiEnv } from '#platform/http/requests/api.ts';
import { pagePolicy, readerPolicy } from '#platform/http/responses/content-policy.ts';
import { awayRetrySeconds } from '#platform/http/responses/problem.ts';
import { findCookie, sessionCookieName } from '#platform/identity/sessions/session-cookie.ts';
import type { Platform } from '#platform/platform.ts';
import { rootFolder } from '#platform/program.ts';
import { withFormat } from '#platform/reader-format.server.ts';
import { siteTopic } from '#platform/site/site.server.ts';
import { decideFormat } from '#ui/format/reader-format.ts';
import { crowdedPage, crowdTeller } from './crowded-page.server.ts';
import { compressPage, type PageCache, type RenderedPage, withNonce } from './page-cache.server.ts';
import { withRefusals } from './page-refusals.server.ts';

export const buildFolder = join(rootFolder, 'build');

export interface Pages {
  assets: MiddlewareHandler<ApiEnv>;
  handler: MiddlewareHandler<ApiEnv>;
}

/** The pages of the build, or of Vite during development. */
export type BuildSource = () => Promise<ServerBuild>;

/** A visitor's page whose render is in progress. */
interface Rendering {
  key: string;
  /** Known after the render: whether other requests may share it. */
  isCacheable: boolean;
  /** Never rejects. */
  done: Promise<unknown> | null;
}

/**
 * Serves the built pages: static files, the guard (before the pages that the features name), the cache of visitors'
 * pages, and the render.
 */
export function createPages(platform: Platform, source: BuildSource, cache: PageCache): Pages {
  return { assets: serveAssets(), handler: servePage(platform, source, cache) };
}

function serveAssets(): MiddlewareHandler<ApiEnv> {
  const hashed = serveStatic<ApiEnv>({
    root: join(buildFolder, 'client'),
    precompressed: true,
    onFound: (path, c) => {
      c.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      if (isReader(path)) c.header('content-security-policy', readerPolicy);
    },
  });
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { path } = c.req;
    // Anything else is a page: checking the disk would cost each request a system call.
    if (!path.startsWith('/assets/') && path !== '/icon.svg' && path !== '/favicon.ico') return next();
    const answer = await hashed(c, async () => {});
    return answer ?? c.text('We couldn’t find this file.', 404);
  });
}

/** The photo worker is the one built file with a CSP of its own, which browsers take from its response. */
function isReader(path: string): boolean {
  return /\/assets\/worker\.min-[^/]+\.js(\.br|\.gz)?$/.test(path);
}

function servePage(platform: Platform, source: BuildSource, cache: PageCache): MiddlewareHandler<ApiEnv> {
  const { guarded } = platform.frame;
  const notifyOfCrowd = crowdTeller(platform);
  const rendering = new Map<string, Rendering>();
  return createMiddleware<ApiEnv>(async (c) => {
    const { method, raw } = c.req;
    // Members bypass the visitors' limiter; a visitor's form has limits of its own.
    const isVisitorRead = c.get('actor') === null && (method === 'GET' || method === 'HEAD');
    if (!isVisitorRead) return render(c, null);
    const key = method === 'GET' ? cache.keyOf(raw) : null;
    if (key === null) return renderWithinLimit(c, null);

    // Coalesces concurrent requests for an uncached page: one renders, the others wait. If its content changed
    // meanwhile, the first waiter renders again; a request that has waited twice renders its own.
    for (let waits = 0; ; waits++) {
      const cached = cache.find(key);
      if (cached) return answerPage(raw, cached);
      const other = rendering.get(key);
      if (!other || waits === 2) break;
      await other.done;
      if (!other.isCacheable) break;
    }

    const own: Rendering = { key, isCacheable: false, done: null };
    const answer = renderWithinLimit(c, own);
    own.done = answer.catch(() => {});
    rendering.set(key, own);
    try {
      return await answer;
    } finally {
      if (rendering.get(key) === own) rendering.delete(key);
    }
  });

  /** Renders within the visitors' limiter. With a full queue the answer is a 503 page. */
  async function renderWithinLimit(c: ApiContext, own: Rendering | null): Promise<Response> {
    try {
      return await renderForVisitor(platform, () => render(c, own));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      notifyOfCrowd();
      return crowdedPage(error, platform.site.brand.name);
    }
  }

  /** Renders a page, or React Router's other answer at this address; caches a visitor's page where allowed. */
  async function render(c: ApiContext, own: Rendering | null): Promise<Response> {
    const { url, raw } = c.req;
    const actor = c.get('actor');

    const { pathname, search } = new URL(url);
    const once = onceByKey();
    const look = () => (actor ? findViewer(platform.db, actor) : Promise.resolve(null));
    // A form's action may change data that its sender's page shows, so reads before it are not reused for the page.
    const viewer = raw.method === 'GET' ? await once('viewer', look) : await look();
    const moved = guardPage({ pathname, search, viewer, guarded });
    if (moved) {
      if (pathname.endsWith('.data')) return movedData(moved.redirectTo, !viewer && hasSessionCookie(c, platform));
      return c.redirect(moved.redirectTo, 302);
    }

    const build = await source();
    const nonce = newNonce();
    const shown = new Set<string>();
    let isAway = false;
    const scope: PageScope = {
      platform,
      actor,
      requestId: c.get('requestId'),
      address: clientAddress(c, platform),
      nonce,
      once,
      filesOf: (path) => filesOf(build, path),
      failed: (error) => {
        isAway ||= isDatabaseAway(error);
      },
      dependsOn: (tags) => tags.forEach((tag) => void shown.add(tag)),
    };
    const version = cache.begin();
    const routed = isPathOfOurs(pathname) ? raw : new Request(new URL('/no-such-page', url), { headers: raw.headers });
    const format = decideFormat(raw.headers, viewer);
    const rendered = await withFormat(format, () => handlerOf(build)(routed, contextOf(scope)));
    const response = isAway ? cameTooEarly(rendered) : rendered;
    const { status, headers } = response;
    if (!headers.get('content-type')?.startsWith('text/html')) return response;
    if (!own) {
      setPageHeaders(headers, nonce, actor !== null);
      return response;
    }
    const page = { html: Buffer.from(await response.arrayBuffer()), nonce };
    own.isCacheable = shown.size > 0 && status === 200;
    if (own.isCacheable) cache.store(own.key, page, [...shown, siteTopic], version);
    return answerPage(raw, page, response);
  }

  /** A visitor's page, cached or just rendered, with a fresh nonce. */
  async function answerPage(request: Request, page: RenderedPage, rendered?: Response): Promise<Response> {
    const headers = rendered?.headers ?? new Headers({ 'content-type': 'text/html; charset=utf-8' });
    const nonce = newNonce();
    setPageHeaders(headers, nonce, false);
    const body = await compressPage(withNonce(page, nonce), headers, request);
    return new Response(new Uint8Array(body), { status: rendered?.status ?? 200, headers });
  }

  function setPageHeaders(headers: Headers, nonce: string, isMember: boolean): void {
    headers.set('content-security-policy', pagePolicy(platform.config, `'nonce-${nonce}'`));
    headers.set('cache-control', isMember ? 'private, no-store' : 'no-cache');
    headers.append('vary', 'Cookie, Accept-Language');
  }
}

function contextOf(scope: PageScope): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(scopeContext, scope);
  return context;
}

const newNonce = () => randomBytes(16).toString('base64url');

function filesOf({ assets }: ServerBuild, path: string): string[] {
  const route = Object.values(assets.routes).find((each) => each?.path === path);
  const everywhere = new Set([...assets.entry.imports, ...(assets.routes.root?.imports ?? [])]);
  return route ? [route.module, ...(route.imports ?? [])].filter((file) => !everywhere.has(file)) : [];
}

const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>();

/** One for each build: Vite makes a new build after each change. */
function handlerOf(build: ServerBuild): ReturnType<typeof createRequestHandler> {
  const known = handlers.get(build);
  if (known) return known;
  const handler = createRequestHandler(
    withRefusals(build),
    process.env.NODE_ENV === 'development' ? 'development' : 'production',
  );
  handlers.set(build, handler);
  return handler;
}

/** Marks an error page with 503 and `Retry-After` where the database was unreachable. */
function cameTooEarly({ body, headers }: Response): Response {
  const later = new Headers(headers);
  later.set('retry-after', String(awayRetrySeconds));
  return new Response(body, { status: 503, headers: later });
}

/**
 * React Router decodes a path and parses the result as a URL again: `/%09/x:y` becomes a host and then an error. Such
 * an address is treated as unknown.
 */
function isPathOfOurs(pathname: string): boolean {
  let path: string;
  try {
    path = decodeURI(pathname);
  } catch {
    path = pathname;
  }
  // URL parsing removes these three characters.
  return (
    !/[\t\n\r]/.test(path) &&
    URL.canParse(path, 'http://market.test') &&
    new URL(path, 'http://market.test').host === 'market.test'
  );
}

function hasSessionCookie(c: ApiContext, { config }: Platform): boolean {
  return findCookie(c.req.header('cookie') ?? '', sessionCookieName(config.appUrl)) !== null;
}

/**
 * A redirect in React Router's single-fetch form: `fetch` would follow a 302 to a response without data. After the end
 * of a session the document is loaded again, since all that it shows was made for a member.
 */
function movedData(to: string, hasEnded: boolean): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'x-remix-redirect': to,
      'x-remix-status': '302',
      'x-remix-revalidate': 'true',
      ...(hasEnded ? { 'x-remix-reload-document': 'true' } : {}),
      'cache-control': 'no-store',
    },
  });
}
