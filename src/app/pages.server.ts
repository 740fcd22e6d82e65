import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import { guardPage } from '#features/entry/index.server.ts';
import { findViewer } from '#features/members/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '#platform/db/db.ts';
import type { ApiContext, ApiEnv } from '#platform/http/api.ts';
import { pagePolicy, readerPolicy } from '#platform/http/content-policy.ts';
import { renderForVisitor } from '#platform/http/costly-reads.ts';
import { giveBack, giveBackOnceSent } from '#platform/http/give-back.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type PageScope, rememberer } from '#platform/http/page.ts';
import { awayRetrySeconds } from '#platform/http/problem.ts';
import { findCookie, sessionCookieName } from '#platform/identity/session-cookie.ts';
import type { Platform } from '#platform/platform.ts';
import { pagesFile, rootFolder } from '#platform/program.ts';
import { crowdedPage, crowdTeller } from './crowded-page.server.ts';
import { forWhoAsks, type PageCache } from './page-cache.server.ts';
import { takeLoaded } from './page-data.server.ts';
import { handlerOf } from './page-routes.server.ts';

export const buildFolder = join(rootFolder, 'build');

export interface Pages {
  assets: MiddlewareHandler<ApiEnv>;
  handler: MiddlewareHandler<ApiEnv>;
}

interface Build extends ServerBuild {
  entry: ServerBuild['entry'] & { module: { makeLoadContext(scope: PageScope): RouterContextProvider } };
}

/** Where the pages' code comes from: the production build, or Vite while developing. */
export type BuildSource = () => Promise<Build>;

export async function productionBuild(): Promise<BuildSource> {
  if (!existsSync(pagesFile)) throw new Error('The pages have not been built. Run `npm run build`.');
  const build = (await import(pagesFile)) as Build;
  return async () => build;
}

/** What is left to do for a page once it is drawn. */
type Answer = () => Response | Promise<Response>;

/** A visitor's page that is being made. */
interface Rendering {
  key: string;
  /** Somebody else asks for it as well, or did a moment ago: it is kept. */
  isWanted: boolean;
  /** Made, and of a kind that is never kept: nobody waits for the next one. */
  isNone?: true;
  made?: Promise<Response>;
}

/** Serves the built pages: their files, the guard (before the pages that the rooms name), the cache of anonymous pages, and the render. */
export function createPages(platform: Platform, source: BuildSource, cache: PageCache): Pages {
  return { assets: serveAssets(), handler: servePage(platform, source, cache) };
}

function serveAssets(): MiddlewareHandler<ApiEnv> {
  const hashed = serveStatic<ApiEnv>({
    root: join(buildFolder, 'client'),
    precompressed: true,
    onFound: (path, c) => {
      c.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      if (isReader(path)) c.header('content-security-policy', readerPolicy);
    },
  });
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { path } = c.req;
    // Anything else is a page: looking on the disk for it would cost each request a system call.
    if (!path.startsWith('/assets/') && path !== '/icon.svg' && path !== '/favicon.ico') return next();
    const answer = await hashed(c, async () => {});
    return answer ?? c.text('There is no such file.', 404);
  });
}

/** The worker that reads photos: alone in the built files it is under a policy of its own, which browsers take from its answer. */
function isReader(path: string): boolean {
  return /\/assets\/worker\.min-[^/]+\.js(\.br|\.gz)?$/.test(path);
}

function servePage(platform: Platform, source: BuildSource, cache: PageCache): MiddlewareHandler<ApiEnv> {
  const { guarded } = platform.frame;
  const tellOfCrowd = crowdTeller(platform);
  const rendering = new Map<string, Rendering>();
  return createMiddleware<ApiEnv>(async (c) => {
    const { method, raw } = c.req;
    const key = method === 'GET' && c.get('actor') === null ? cache.keyOf(raw) : null;
    if (key === null) {
      const answer = await render(c, null);
      return answer();
    }
    // When a page that many look at has to be made anew, one request makes it and the others wait for it. It is kept for the second who asks, and only if nothing
    // that it shows has changed meanwhile. Then the first of those who waited makes the next one, and the others wait for that; else each of them would make its own, one
    // behind the other. Whoever has waited twice makes their own.
    let kept = cache.find(key);
    for (let waited = 0; !kept && waited < 2; waited++) {
      const underWay = rendering.get(key);
      if (!underWay) break;
      underWay.isWanted = true;
      await underWay.made?.catch(() => {});
      kept = cache.find(key);
      if (underWay.isNone) break;
    }
    if (kept) return cache.answer(kept, raw);
    const own: Rendering = { key, isWanted: cache.isAskedAgain(key) };
    const drawn = renderForVisitor(platform, () => render(c, own));
    const made = drawn.then((answer) => answer());
    rendering.set(key, Object.assign(own, { made }));
    try {
      return await made;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      tellOfCrowd();
      return crowdedPage(error, platform.config.brandName);
    } finally {
      if (rendering.get(key) === own) rendering.delete(key);
    }
  });

  /** Draws the page; packing it, which other threads do, is left to whoever sends it and holds no place in the lane. */
  async function render(c: ApiContext, own: Rendering | null): Promise<Answer> {
    const { url, raw } = c.req;
    const actor = c.get('actor');

    const { pathname, search } = new URL(url);
    const once = rememberer();
    const look = () => (actor ? findViewer(platform.db, actor) : Promise.resolve(null));
    // A form may change what the page then shows of its sender: what was read before it is not kept for the page.
    const viewer = raw.method === 'GET' ? await once('viewer', look) : await look();
    const moved = guardPage({ pathname, search, viewer, guarded });
    if (moved) {
      const there = pathname.endsWith('.data')
        ? movedData(moved.redirectTo, !viewer && hasSessionCookie(c, platform))
        : c.redirect(moved.redirectTo, 302);
      return () => there;
    }

    const build = await source();
    const nonce = randomBytes(16).toString('base64url');
    const shown = new Set<string>();
    let isAway = false;
    let page = null as Buffer<ArrayBuffer> | null;
    const scope: PageScope = {
      platform,
      actor,
      requestId: c.get('requestId'),
      address: clientAddress(c, platform),
      nonce,
      once,
      failed: (error) => {
        isAway ||= isDatabaseAway(error);
      },
      loaded: new Map(),
      drawn: (bytes) => {
        page = bytes as Buffer<ArrayBuffer>;
      },
      dependsOn: (tags) => tags.forEach((tag) => void shown.add(tag)),
    };
    const begun = cache.begin();
    const asked = isPathOfOurs(pathname) ? raw : new Request(new URL('/no-such-page', url), { headers: raw.headers });
    const handle = handlerOf(build, asked === raw ? pathname : '/no-such-page');
    const context = build.entry.module.makeLoadContext(scope);
    takeLoaded(context, scope.loaded);
    const rendered = await handle(asked, context);
    const response = isAway ? cameTooEarly(rendered) : rendered;
    const { status, headers } = response;
    if (!headers.get('content-type')?.startsWith('text/html')) return () => response;
    if (own && (page === null || shown.size === 0 || status !== 200)) own.isNone = true;
    if (own?.isWanted && page !== null && shown.size > 0 && status === 200) {
      const text = page.toString();
      giveBack(page);
      return async () => cache.answer(await cache.keep(own.key, text, nonce, [...shown], begun), raw);
    }
    headers.set('content-security-policy', pagePolicy(platform.config, `'nonce-${nonce}'`));
    headers.set('cache-control', actor ? 'private, no-store' : 'no-cache');
    headers.append('vary', 'Cookie');
    if (page === null) return () => response;
    const bytes = page;
    return async () => {
      const sent = own ? await forWhoAsks(bytes, headers, raw) : bytes;
      giveBackOnceSent(c, sent);
      return new Response(sent, { status, headers });
    };
  }
}

/** The page of a fault, where the fault was a database that is away: browsers and proxies learn that it passes. */
function cameTooEarly({ body, headers }: Response): Response {
  const later = new Headers(headers);
  later.set('retry-after', String(awayRetrySeconds));
  return new Response(body, { status: 503, headers: later });
}

/**
 * The router decodes a path and reads it as an address once more: `/%09/x:y` has then become a host, and no page but a fault. Such an address is simply
 * none of ours.
 */
function isPathOfOurs(pathname: string): boolean {
  let path: string;
  try {
    path = decodeURI(pathname);
  } catch {
    path = pathname;
  }
  // Those three an address loses when it is read.
  return !/[\t\n\r]/.test(path) && URL.canParse(path, 'http://market.test') && new URL(path, 'http://market.test').host === 'market.test';
}

function hasSessionCookie(c: ApiContext, { config }: Platform): boolean {
  return findCookie(c.req.header('cookie') ?? '', sessionCookieName(config.appUrl)) !== null;
}

/**
 * A redirect as the router reads it when a navigation inside the app asks for a page's data: a 302 would be followed to a page that is none.
 * For somebody whose session has ended the document is loaded anew: all that it shows was made for a member.
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
