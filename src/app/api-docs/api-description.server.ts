import type { Api } from '#platform/http/requests/api.ts';
import { sessionCookieName } from '#platform/identity/sessions/session-cookie.ts';
import type { Platform } from '#platform/platform.ts';
import type { Composition } from '../server/compose.server.ts';
import { describeLive } from './live-description.server.ts';

const about = `Everything that the pages do, as calls. Ids are opaque, money is in minor units with its currency, times are RFC 3339 in UTC, lists are
{items, nextCursor}. Refusals are application/problem+json with code, message and errors by field; every answer carries X-Request-Id.

Sign in with POST /api/auth/sign-in/email. The session cookie then authenticates, and a write by cookie needs our own Origin (or Sec-Fetch-Site:
same-origin); or take a one-hour token from POST /api/auth/token and send it as Authorization: Bearer. Calls without either are a visitor's: reading
what is public. A signed-in member's writes accept Idempotency-Key: the same key with the same request is carried out once. Too many requests are 429 with Retry-After, too large a body is 413.`;

const writes = ['post', 'put', 'patch', 'delete'] as const;
/** Stripe repeats its events itself, and a deleted member repeats nothing. */
const cannotRepeat = new Set(['/api/stripe/webhook', '/api/users/delete-account']);
const repeatKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  description:
    'A text of your own for this one write, for instance a UUID. For 24 hours the same key with the same method, address and body is carried out once and gets the same answer again, with Idempotency-Replayed: true; with another request it is 409 idempotency_key_reused, while the first is still being answered 409 request_running. What was refused changed nothing and frees its key. Of an upload the body is not compared. Without a signed-in member the key does nothing.',
};

const signedIn: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }];

/** The OpenAPI document of all features' calls, with what is common to all of them. */
export function describeApi(
  app: Api,
  { config }: Pick<Platform, 'config'>,
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
    description: 'From POST /api/auth/token; lives one hour.',
  });
  registry.registerPath({
    method: 'get',
    path: '/api/realtime',
    tags: ['live'],
    summary: 'The live channel, a websocket',
    description: describeLive(channels),
    responses: {
      101: { description: 'The connection becomes a websocket.' },
      403: { description: 'The Origin is not ours.' },
    },
  });
  return () => {
    const document = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: `${config.brandName} API`, version: '1', description: about },
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
