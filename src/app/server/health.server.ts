import { notAllowed, notFound } from '#kernel/refusal.ts';
import { identifyRequest, peerAddress } from '#platform/http/guards.ts';
import { metricsPath } from '#platform/http/metrics-path.ts';
import { type Api, type ApiContext, createApi } from '#platform/http/requests/api.ts';
import { isLoopbackAddress } from '#platform/http/requests/loopback.ts';
import { sameText } from '#platform/http/requests/same-text.ts';
import { problemResponse } from '#platform/http/responses/problem.ts';
import type { Platform } from '#platform/platform.ts';

export interface Health {
  /** What this process lacks before it can serve; empty when it is ready. */
  isReady(): Promise<string[]>;
  /**
   * What is degraded while all answers are still correct: a reason to investigate, none to take the process out of
   * service. Empty when all is well.
   */
  degraded(): string[];
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
}

/** The health routes of every process, for proxies and monitors. */
export function mountHealth(
  app: Api,
  { config }: Pick<Platform, 'config'>,
  { isReady, degraded, metrics }: Health,
): void {
  app.get('/api/health', (c) => {
    const worse = degraded();
    return c.json(worse.length === 0 ? { status: 'ok' } : { status: 'ok', degraded: worse });
  });
  app.get('/api/ready', async (c) => {
    const missing = await isReady();
    return missing.length === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', missing }, 503);
  });
  app.get(metricsPath, async (c) => {
    if (!mayMeasure(c, config.metricsToken))
      throw notAllowed('Metrics require the bearer token from METRICS_TOKEN, or a request from the same machine.');
    return c.text(await metrics(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
}

/**
 * Allows a monitor on this machine or one with the token. A request through a proxy counts as remote, wherever the
 * proxy runs.
 */
function mayMeasure(c: ApiContext, token: string | null): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => c.req.header(name));
  if (!isForwarded && isLoopbackAddress(peerAddress(c))) return true;
  return token !== null && sameText(c.req.header('authorization') ?? '', `Bearer ${token}`);
}

/** The whole HTTP app of a process without the web role. */
export function createHealthApp(platform: Pick<Platform, 'config' | 'log'>, health: Health): Api {
  const app = createApi();
  app.use(identifyRequest);
  app.onError((error, c) => problemResponse(error, c.get('requestId'), platform.log));
  app.notFound(() => {
    throw notFound('This process doesn’t serve this address. Use the process with the role web.');
  });
  mountHealth(app, platform, health);
  return app;
}

const answerWithinMs = 1_500;

/** `database` when it does not answer in time: a readiness probe waits two seconds at most. */
export async function databaseProblems(pool: Platform['pool']): Promise<string[]> {
  const answer = pool.query('select 1').then(
    () => [],
    () => ['database'],
  );
  const late = new Promise<string[]>((resolve) => setTimeout(() => resolve(['database']), answerWithinMs).unref());
  return Promise.race([answer, late]);
}
