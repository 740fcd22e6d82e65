import type { Api } from '#platform/http/requests/api.ts';
import { sessionCookieName } from '#platform/identity/sessions/session-cookie.ts';
import type { Platform } from '#platform/platform.ts';
import type { Composition } from '../server/compose.server.ts';
import { describeLive } from './live-description.server.ts';

const about = `The API covers all actions of the site. Ids are opaque strings. Money is an integer in minor units with a currency. Times are RFC 3339 in UTC. Lists are
{items, nextCursor}. Errors are application/problem+json with code, message and errors by field. Every response has X-Request-Id.

Sign in with POST /api/auth/sign-in/email. Then authenticate with the session cookie, or request a one-hour token from POST /api/auth/token and send it as
Authorization: Bearer. Writes with the cookie require the Origin of the site, or Sec-Fetch-Site: same-origin. Without authentication you can read public data.

Writes of signed-in members accept an Idempotency-Key. Rate limits return 429 with Retry-After. A body that is too large returns 413.`;

const writes = ['post', 'put', 'patch', 'delete'] as const;
/** Stripe repeats its events itself, and a deleted member repeats nothing. */
const cannotRepeat = new Set(['/api/stripe/webhook', '/api/users/delete-account']);
const repeatKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  description:
    'A unique string for this write, for example a UUID. For 24 hours, the same key with the same method, address and body runs once and returns the same response with Idempotency-Replayed: true. With another request it returns 409 idempotency_key_reused. While the first request is running it returns 409 request_running. A refused request changes nothing and releases its key. The bodies of uploads are not compared. Without a signed-in member the key has no effect.',
};

const signedIn: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }];

/** The OpenAPI document of all features' calls, with what is common to all of them. */
export function describeApi(
  app: Api,
  { config, site }: Pick<Platform, 'config' | 'site'>,
  { edges, channels }: Pick<Composition, 'edges' | 'channels'>,
) {
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(config.appUrl),
  });
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token from POST /api/auth/token, valid for 1 hour.',
  });
  registry.registerPath({
    method: 'get',
    path: '/api/realtime',
    tags: ['live'],
    summary: 'Opens the live channel (WebSocket).',
    description: describeLive(channels),
    responses: {
      101: { description: 'The connection is upgraded to a WebSocket.' },
      403: { description: 'The Origin is another site.' },
    },
  });
  return () => {
    const document = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: `${site.brand.name} API`, version: '1', description: about },
      servers: [{ url: config.appUrl }],
      security: [...signedIn, {}],
    });
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      const isOpen = (method: string) =>
        (edges.get(`${method.toUpperCase()} ${path}`)?.rule.needs ?? 'anybody') === 'anybody';
      if (item.get && !isOpen('get')) item.get.security = signedIn;
      for (const method of writes) {
        const operation = item[method];
        if (operation && !isOpen(method)) operation.security = signedIn;
        if (operation && !cannotRepeat.has(path)) operation.parameters = [...(operation.parameters ?? []), repeatKey];
      }
    }
    return document;
  };
}
