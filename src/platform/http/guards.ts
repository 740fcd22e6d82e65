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

/** Headers of every answer. */
export const everyAnswer: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
];
const strictTransportHeader = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

/** Content security policy of answers other than pages. */
const nothingAllowed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets the id of each request and the headers of every answer. The page handler replaces the policy with its own. */
export const identifyRequest = createMiddleware<ApiEnv>(async (c, next) => {
  const requestId = newId();
  c.set('requestId', requestId);
  await next();
  const { headers } = c.res;
  headers.set('x-request-id', requestId);
  // A page in a popup sets its own opener policy.
  for (const [name, value] of everyAnswer) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', nothingAllowed);
});

/** TRACE would echo headers that a proxy adds; no browser sends it. */
export const refuseTrace = createMiddleware<ApiEnv>((c, next) => {
  if (c.req.method === 'TRACE') throw new Refusal(405, 'wrong_method', `TRACE isn’t supported at ${c.req.path}.`);
  return next();
});

/**
 * Runs the request in a security-log context with its id and address. Database connections and timers created in it
 * hold the context after the request, so it refers to copies and not to the request or its answer, which would stay in
 * memory.
 */
export function withRequestScene(platform: Pick<Platform, 'clients' | 'security'>) {
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
 * CSRF protection: a write with a cookie must come from our own pages. A bearer token proves the intent; a webhook is
 * proven by its signature and carries neither. A foreign `Origin` is refused even without a cookie, so that no other
 * site can sign a browser in. Page forms come only from browsers, which always send an origin: without it they are
 * refused before the page is rendered.
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
      throw notAllowed(
        'Nothing was changed because the request came from another site. Try again from this site.',
        originCode,
      );
    }
    return next();
  });
}

/**
 * Requires JSON bodies for the API unless the endpoint accepts other types, so that a form of another site cannot reach
 * it.
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
 * Refuses a body larger than `maxBytes` (413) before it is parsed. A body with a larger announced length is not read;
 * of a chunked one at most the limit is buffered. The server drains the rest (`readRest`), so that the client receives
 * the answer.
 */
export function limitBody(maxBytes: number) {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Refusal(413, 'too_large', `This request is too large. Send at most ${Math.floor(maxBytes / 1024)} kB.`);
    },
  });
  return createMiddleware<ApiEnv>((c, next) => {
    // Without a transfer encoding the body cannot exceed its announced length: no need to create the web `Request`,
    // which costs a tenth of a read.
    const length = c.req.header('content-length');
    const isWithin = length === undefined || Number(length) <= maxBytes;
    return isWithin && c.req.header('transfer-encoding') === undefined ? next() : limit(c, next);
  });
}

/** Whether shared caches may store this answer. */
const isPublic = (headers: Headers) => /\b(public|s-maxage)\b/i.test(headers.get('cache-control') ?? '');

/** Resolves the actor of the request. Without a cookie and a token this costs nothing. */
export function resolveActor(platform: Pick<Platform, 'identity'>) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const hasShown = c.req.header('cookie') !== undefined || c.req.header('authorization') !== undefined;
    // A monitor's token belongs to no member.
    const mayBeSomeone = hasShown && c.req.path !== metricsPath;
    const actor = mayBeSomeone ? await platform.identity.resolve(c.req.raw.headers) : null;
    c.set('actor', actor);
    const scene = currentScene();
    if (scene) scene.actor = actor?.id ?? null;
    await next();
    if (actor?.via !== 'cookie') return;
    const { headers } = c.res;
    // A shared cache would give the cookie to the next visitor; the member's next page renews it.
    if (isPublic(headers)) return;
    const own = headers.getSetCookie().map((line) => line.split('=', 1)[0]);
    // Cookies that the call itself set take precedence.
    const renewed = platform.identity
      .reSignedCookies(c.req.header('cookie') ?? '')
      .filter((line) => !own.includes(line.split('=', 1)[0]));
    if (renewed.length === 0) return;
    for (const line of renewed) headers.append('set-cookie', line);
    headers.set('cache-control', 'private, no-store');
  });
}

/**
 * Sets `no-store` on pages of members, answers with cookies, and addresses with the secret of an emailed link, so that
 * the next person at the device finds nothing in a cache.
 */
export const noStorePersonalPages = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const isStorable = !/\bno-store\b/.test(headers.get('cache-control') ?? '');
  // An answer marked public may be so for a member, but not with a cookie.
  const isPersonal = headers.has('set-cookie') || (c.get('actor') != null && !isPublic(headers));
  const hasSecret = c.req.query('token') !== undefined;
  if ((isPersonal || hasSecret) && isStorable) headers.set('cache-control', 'private, no-store');
});

/** The client's address, as far as trusted proxies report it; empty where it is unknown. */
export function clientAddress(c: ApiContext, { clients }: Pick<Platform, 'clients'>): string {
  return clients.of(peerAddress(c), (name) => c.req.header(name));
}

/** The address of the connection's other end: a client or a proxy. */
export function peerAddress(c: ApiContext): string {
  // Requests that tests pass to the app directly have no socket.
  const bindings: unknown = c.env;
  const hasSocket = typeof bindings === 'object' && bindings !== null && 'incoming' in bindings;
  return hasSocket ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1';
}
