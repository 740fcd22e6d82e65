import { HTTPException } from 'hono/http-exception';
import { notFound, Refusal } from '#kernel/refusal.ts';
import { type Api, createApi } from '#platform/http/api.ts';
import { identifyRequest, limitBody, requireJson, requireOwnOrigin, resolveActor, strictTransport } from '#platform/http/guards.ts';
import { problemResponse } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { features } from './features.server.ts';
import { mountOperator } from './operator.server.ts';
import type { Pages } from './pages.server.ts';
import type { Sandbox } from './sandbox.server.ts';

const webhookPath = '/api/stripe/webhook';
const multipartPath = /^\/api\/(listings\/[^/]+\/photos|listings\/import|profile\/avatar)$/;

export interface HttpParts {
  platform: Platform;
  /** Null where only the API is served (tests of the API). */
  pages: Pages | null;
  sandbox: Sandbox | null;
  isReady(): Promise<string[]>;
  metrics(): string;
}

/** The HTTP surface in the order in which a request meets it. */
export function createHttpApp({ platform, pages, sandbox, isReady, metrics }: HttpParts): Api {
  const app = createApi();
  const { appUrl } = platform.config;
  app.onError((error, c) => problemResponse(asRefusal(error), c.get('requestId'), platform.log));
  app.use(identifyRequest, strictTransport(appUrl));
  if (pages) app.use(pages.assets);
  // The sandbox stands for other companies' servers: it is mounted before our own guards, as they would be elsewhere.
  if (sandbox) app.route('/sandbox', sandbox.app);
  app.use(requireOwnOrigin(appUrl, (path) => path === webhookPath));
  app.use('/api/*', (c, next) => (multipartPath.test(c.req.path) ? next() : limitOfJson(c, next)));
  app.use('/api/*', requireJson((path) => path === webhookPath || multipartPath.test(path)));
  app.use(resolveActor(platform));
  for (const feature of features) feature.api?.(app, platform);
  mountOperator(app, platform, isReady, metrics);
  app.all('/api/*', (c) => {
    throw methodsOf(app, c.req.path).size > 0 ? new Refusal(405, 'wrong_method', `${c.req.path} does not answer ${c.req.method}.`) : notFound('There is no such address.');
  });
  if (pages) app.all('*', limitBody(1024 * 1024), pages.handler);
  app.notFound(() => {
    throw notFound('There is no such address.');
  });
  return app;
}

const limitOfJson = limitBody(256 * 1024);

/** Hono's own complaints in our words. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof HTTPException)) return error;
  if (error.status === 400) return new Refusal(400, 'not_json', 'The body is not JSON that can be read.');
  return error.status < 500 ? new Refusal(error.status, 'refused', error.message || 'That request cannot be answered.') : error;
}

/** Which methods an API path answers, to tell a wrong method from an unknown address. */
function methodsOf(app: Api, path: string): Set<string> {
  const found = new Set<string>();
  const parts = path.split('/');
  for (const route of app.routes) {
    if (route.method === 'ALL' || route.path.includes('*')) continue;
    const pattern = route.path.split('/');
    if (pattern.length === parts.length && pattern.every((part, i) => part === parts[i] || (part.startsWith(':') && parts[i] !== ''))) found.add(route.method);
  }
  return found;
}
