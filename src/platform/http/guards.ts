import { getConnInfo } from '@hono/node-server/conninfo';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { newId } from '#kernel/ids.ts';
import { notAllowed, Refusal } from '#kernel/refusal.ts';
import type { Config } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { openScene } from '#platform/security-log/open-scene.server.ts';
import { inScene } from '#platform/security-log/scene.server.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import { metricsPath } from './metrics-path.ts';
import type { ApiContext, ApiEnv } from './requests/api.ts';
import { isOwnOrigin, originCode } from './requests/own-origin.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What every answer carries, whoever gives it. */
export const everyAnswer: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
];
const strictTransportHeader = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

/** The policy of whatever is no page. */
const nothingAllowed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Gives each request its id and the headers that every answer carries. The page handler replaces the policy with its
 * own.
 */
export const identifyRequest = createMiddleware<ApiEnv>(async (c, next) => {
  const requestId = newId();
  c.set('requestId', requestId);
  await next();
  const { headers } = c.res;
  headers.set('x-request-id', requestId);
  // A page inside a popup keeps its opener by saying so itself.
  for (const [name, value] of everyAnswer) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', nothingAllowed);
});

/** Nobody gets an echo of their own request: headers that a proxy adds stand in it, and no browser asks for one. */
export const refuseTrace = createMiddleware<ApiEnv>((c, next) => {
  if (c.req.method === 'TRACE') throw new Refusal(405, 'wrong_method', `${c.req.path} does not answer TRACE.`);
  return next();
});

/**
 * Whatever this request tells the security log is told as this request's. A scene outlives its request, as every line
 * to the database and every timer that began in it holds it: so it has words of its own and nothing of the exchange,
 * which would stay with it, page and all.
 */
export function storeRequest(platform: Pick<Platform, 'clients' | 'security'>) {
  return createMiddleware<ApiEnv>((c, next) => {
    const address = clientAddress(c, platform);
    return inScene(
      openScene(platform.security, { requestId: c.get('requestId'), address: () => address }, 'http'),
      next,
    );
  });
}

export function strictTransport(appUrl: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (appUrl.startsWith('https://')) c.res.headers.set(...strictTransportHeader);
  });
}

/**
 * A write that the browser authenticates by cookie must come from our own pages. A bearer token proves the intent by
 * itself; a webhook proves itself by its signature and carries neither. A foreign `Origin` is refused even without a
 * cookie, so that nobody is signed in by another site. A page's form is only sent by browsers, which always say where
 * it stood: without that it is refused before the page is made.
 */
export function requireOwnOrigin(
  config: Pick<Config, 'appUrl' | 'mode'>,
  exempt: (path: string) => boolean,
  acceptsWithoutOrigin: (path: string) => boolean,
) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const isPage = !c.req.path.startsWith('/api/');
    const needsOrigin = isPage && !acceptsWithoutOrigin(c.req.path);
    if (safeMethods.has(c.req.method) || exempt(c.req.path) || (!isPage && c.req.header('authorization')))
      return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isOwn =
      origin === undefined
        ? site === 'same-origin' || site === 'none'
        : isOwnOrigin(config, origin, c.req.header('host'));
    const isForeign = origin !== undefined ? !isOwn : site === 'cross-site' || site === 'same-site';
    if (isForeign || (!isOwn && (needsOrigin || c.req.header('cookie')))) {
      throw notAllowed('This request did not come from our own pages, so nothing was changed.', originCode);
    }
    return next();
  });
}

/**
 * A body for the API is JSON unless the endpoint says otherwise; a form from another site can therefore never reach
 * one.
 */
export function requireJson(acceptsOther: (c: ApiContext) => boolean) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (safeMethods.has(c.req.method) || acceptsOther(c)) return next();
    const hasBody = Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined;
    if (hasBody && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? '')) {
      throw new Refusal(400, 'not_json', 'Send the body as JSON, with Content-Type: application/json.');
    }
    return next();
  });
}

/**
 * Refuses a body of more than so many bytes (413) before anything else reads it. One that announces its length is not
 * read at all; of one that comes in pieces no more than the limit is held. What is left of either is thrown away by the
 * server (`readRest`), so that its sender reads the answer.
 */
export function limitBody(maxBytes: number) {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Refusal(
        413,
        'too_large',
        `That is too much to send at once. The limit is ${Math.floor(maxBytes / 1024)} kB.`,
      );
    },
  });
  return createMiddleware<ApiEnv>((c, next) => {
    // What announces no body has none, and what announces its length sends no byte more: only looking for a body would
    // make a whole web request of Node's own, a tenth of what a read costs.
    const length = c.req.header('content-length');
    const isWithin = length === undefined || Number(length) <= maxBytes;
    return isWithin && c.req.header('transfer-encoding') === undefined ? next() : limit(c, next);
  });
}

/** Whether any cache on the way may keep this answer and give it to others. */
const isPublic = (headers: Headers) => /\b(public|s-maxage)\b/i.test(headers.get('cache-control') ?? '');

/** Finds out who asks. A request without a cookie and without a token costs nothing. */
export function resolveActor(platform: Pick<Platform, 'identity'>) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const hasShown = c.req.header('cookie') !== undefined || c.req.header('authorization') !== undefined;
    // A monitor's token is nobody's.
    const mayBeSomeone = hasShown && c.req.path !== metricsPath;
    const actor = mayBeSomeone ? await platform.identity.resolve(c.req.raw.headers) : null;
    c.set('actor', actor);
    const scene = currentScene();
    if (scene) scene.actor = actor?.id ?? null;
    await next();
    if (actor?.via !== 'cookie') return;
    const { headers } = c.res;
    // A cache would hand it to the next visitor; the member's next page is soon enough.
    if (isPublic(headers)) return;
    const own = headers.getSetCookie().map((line) => line.split('=', 1)[0]);
    // What the call itself did to the session comes after that.
    const renewed = platform.identity
      .reSignedCookies(c.req.header('cookie') ?? '')
      .filter((line) => !own.includes(line.split('=', 1)[0]));
    if (renewed.length === 0) return;
    for (const line of renewed) headers.append('set-cookie', line);
    headers.set('cache-control', 'private, no-store');
  });
}

/**
 * What a page, its data or its redirect says to a member, with a cookie, or at an address that carries the secret of a
 * mailed link, is kept by no browser and no proxy: whoever sits there afterwards finds nothing.
 */
export const keepPersonalPagesOut = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const isKept = !/\bno-store\b/.test(headers.get('cache-control') ?? '');
  // What says that it is everybody's may be so for a member, but not with a cookie.
  const isPersonal = headers.has('set-cookie') || (c.get('actor') != null && !isPublic(headers));
  const hasSecret = c.req.query('token') !== undefined;
  if ((isPersonal || hasSecret) && isKept) headers.set('cache-control', 'private, no-store');
});

/** Where a request comes from, as far as the trusted proxies say; empty where nobody can know. */
export function clientAddress(c: ApiContext, { clients }: Pick<Platform, 'clients'>): string {
  return clients.of(peerAddress(c), (name) => c.req.header(name));
}

/** Who holds the other end of the connection: a client, or a proxy. */
export function peerAddress(c: ApiContext): string {
  // Requests that the tests hand to the app directly have no socket.
  const bindings: unknown = c.env;
  const hasSocket = typeof bindings === 'object' && bindings !== null && 'incoming' in bindings;
  return hasSocket ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1';
}
