import type { Context, MiddlewareHandler, Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requireAdminFactor } from '#features/auth/index.server.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import { diskFullRefusal } from '#platform/db/embedded/disk-space.ts';
import {
  identifyRequest,
  limitBody,
  noStorePersonalPages,
  refuseTrace,
  requireJson,
  requireOwnOrigin,
  resolveActor,
  strictTransport,
  withRequestScene,
} from '#platform/http/guards.ts';
import { type Api, type ApiContext, type ApiEnv, createApi, requireAdmin } from '#platform/http/requests/api.ts';
import { bodyLimits } from '#platform/http/requests/body-limits.ts';
import { isMultipart } from '#platform/http/requests/multipart.ts';
import { repeatable } from '#platform/http/requests/repeatable.ts';
import { limitUploads } from '#platform/http/requests/uploads.ts';
import { noStoreByDefault } from '#platform/http/responses/answers.ts';
import { problemResponse } from '#platform/http/responses/problem.ts';
import { webhookPath } from '#platform/payments/webhook.ts';
import type { Platform } from '#platform/platform.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import { mountMyData } from '../account/my-data.server.ts';
import { mountCounters } from '../counters.server.ts';
import type { Pages } from '../rendering/pages.server.ts';
import type { Sandbox } from '../sandbox/sandbox.server.ts';
import { notifyOpenSandbox } from '../sandbox/sandbox-note.server.ts';
import { mountServiceRoutes } from './admin-commands.server.ts';
import type { Composition } from './compose.server.ts';
import { market } from './features.server.ts';
import type { Health } from './health.server.ts';

const deletionPath = '/api/users/delete-account';

export interface HttpParts {
  platform: Platform;
  /** Other features than the app's own: in tests. */
  composition?: Composition;
  /** Null where only the API is served (tests of the API). */
  pages: Pages | null;
  sandbox: Sandbox | null;
  health: Health;
}

/** The HTTP app, in the order in which a request passes its middleware. */
export function createHttpApp({ platform, composition = market, pages, sandbox, health }: HttpParts): Api {
  const app = createApi();
  const { appUrl } = platform.config;
  /** Other methods at the same address take JSON like all others. */
  const isUpload = ({ req }: Context) => req.method === 'POST' && composition.receivesFiles('api', req.path);
  /**
   * The text of a file may be larger, where the member may send one, and few at a time for one member. Every other body
   * stays within `limit`.
   */
  const limitText = async (
    c: ApiContext,
    next: Next,
    isText: (type: string) => boolean,
    limit: MiddlewareHandler<ApiEnv>,
  ) => {
    const actor = c.get('actor');
    const isCandidate =
      c.req.method === 'POST' && actor !== null && isText(c.req.header('content-type') ?? '') && !isSmall(c);
    const most = isCandidate ? await composition.pasteLimit(platform, actor, c.req.path) : null;
    if (actor === null || most === null) return limit(c, next);
    return limitUploads(platform, actor.id, async () => limitBody(most)(c, next));
  };
  app.onError((error, c) => {
    const thrown = asRefusal(error);
    currentScene()?.refused(thrown);
    return problemResponse(thrown, c.get('requestId'), platform.log);
  });
  app.use(identifyRequest, withRequestScene(platform), strictTransport(appUrl), refuseTrace);
  if (pages) app.use(pages.assets);
  if (platform.config.openSandbox) for (const path of ['/sandbox/*', '/api/docs']) app.use(path, notifyOpenSandbox);
  // The sandbox simulates other companies' servers, so it is mounted before our own guards.
  if (sandbox) app.use('/sandbox/*', limits.webhook).route('/sandbox', sandbox.app);
  app.use('/api/*', noStoreByDefault);
  app.use(webhookPath, limits.webhook);
  app.use(requireOwnOrigin(platform.config, (path) => path === webhookPath, composition.acceptsWithoutOrigin));
  // Authorisation comes before the body is read or measured.
  app.use(resolveActor(platform));
  askByPolicy(app, composition);
  // Every address below this one is an admin's, existing or not.
  app.use('/api/admin/*', (c, next) => {
    requireAdmin(c);
    return next();
  });
  app.use('/api/admin/*', requireAdminFactor(platform));
  app.use('/api/*', async (c, next) => {
    if (c.req.path === webhookPath || (isUpload(c) && isMultipart(c.req.header('content-type')))) return next();
    return limitText(c, next, (type) => /^application\/json\b/i.test(type), limits.json);
  });
  app.use(
    '/api/*',
    requireJson((c) => c.req.path === webhookPath || isUpload(c)),
  );
  app.use(
    '/api/*',
    repeatable({ platform, answersAgain: composition.answersAgain, isExempt: (path) => path === deletionPath }),
  );
  for (const part of composition.parts) part.api?.(app, platform);
  mountCounters(app, platform);
  mountMyData(app, platform, composition);
  mountServiceRoutes(app, platform, health, composition);
  app.all('*', async (c, next) => {
    const isApi = c.req.path.startsWith('/api/');
    // Reading a page is by far the commonest case, and never a wrong method.
    const methods = isApi || c.req.method !== 'GET' ? methodsOf(app, c.req.path) : new Set<string>();
    if (methods.size > 0 && !methods.has(c.req.method)) {
      const refused = problemResponse(
        new Refusal(
          405,
          'wrong_method',
          `${c.req.method} isn’t supported at ${c.req.path}. Use one of the methods in the Allow header.`,
        ),
        c.get('requestId'),
        platform.log,
      );
      refused.headers.set('allow', [...methods].sort().join(', '));
      return refused;
    }
    if (isApi) throw notFound('We couldn’t find this address. Check it and try again.');
    return next();
  });
  if (pages) {
    const takesFiles = (c: ApiContext) =>
      composition.receivesFiles('forms', c.req.path) && isMultipart(c.req.header('content-type'));
    app.all(
      '*',
      async (c, next) => (takesFiles(c) ? next() : limitText(c, next, isForm, limits.form)),
      async (c, next) => {
        if (c.req.method === 'POST' && !takesFiles(c)) await requireForm(c);
        return next();
      },
      noStorePersonalPages,
      pages.handler,
    );
  }
  app.notFound(() => {
    throw notFound('We couldn’t find this address. Check it and try again.');
  });
  return app;
}

/**
 * Refuses forbidden calls (401, 403) before the body is read or the record is loaded, so that they learn nothing about
 * either.
 */
function askByPolicy(app: Api, { edges }: Pick<Composition, 'edges'>): void {
  for (const [edge, { policy, verb, rule }] of edges) {
    const [method = '', path = ''] = edge.split(' ');
    // A rule that allows everyone is checked against the record, once that is loaded.
    if (!path.startsWith('/') || method === 'page' || rule.needs === 'anybody') continue;
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), async (c, next) => {
      policy.check(c.get('actor'), verb);
      await next();
    });
  }
}

/** Refuses what no form of a browser sends (415, 400), so that each action can read its form. */
async function requireForm({ req }: ApiContext): Promise<void> {
  const type = req.header('content-type');
  if (type === undefined) return;
  if (!isForm(type))
    throw new Refusal(415, 'not_form', 'Send the form as application/x-www-form-urlencoded or multipart/form-data.');
  if (!isMultipart(type)) return;
  await req.raw
    .clone()
    .formData()
    .catch(() => {
      throw new Refusal(400, 'bad_multipart', 'We couldn’t read this form. Send it again.');
    });
}

const isForm = (type: string) => isMultipart(type) || /^application\/x-www-form-urlencoded\b/i.test(type);

/** The body declares its length, and every limit allows it. */
const isSmall = ({ req }: ApiContext) =>
  req.header('transfer-encoding') === undefined && Number(req.header('content-length') ?? 0) <= bodyLimits.json;

const limits = {
  json: limitBody(bodyLimits.json),
  form: limitBody(bodyLimits.form),
  webhook: limitBody(bodyLimits.webhook),
};

/** Maps Hono's own errors, and those of a full disk, to domain errors. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof HTTPException)) return diskFullRefusal(error) ?? error;
  if (error.status === 400) return new Refusal(400, 'not_json', 'The body isn’t valid JSON. Check its syntax.');
  return error.status < 500
    ? new Refusal(error.status, 'refused', error.message || 'We can’t process this request. Check it and try again.')
    : error;
}

/**
 * The methods of an address, to distinguish a wrong method (405) from an unknown address (404). Pages handle both
 * themselves.
 */
function methodsOf(app: Api, path: string): Set<string> {
  const found = new Set<string>();
  const parts = path.split('/');
  for (const route of app.routes) {
    if (route.method === 'ALL' || route.path.includes('*')) continue;
    const pattern = route.path.split('/');
    if (
      pattern.length === parts.length &&
      pattern.every((part, i) => part === parts[i] || (part.startsWith(':') && parts[i] !== ''))
    )
      found.add(route.method);
  }
  return found;
}
