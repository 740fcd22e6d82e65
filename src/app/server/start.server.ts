import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '#platform/config/config.ts';
import type { Feature } from '#platform/feature.ts';
import { followCounters } from '#platform/frame.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { startWorkerProcess, type WorkerProcess } from '#platform/jobs/worker-process.ts';
import type { Log } from '#platform/log/log.ts';
import { type Relay, startRelay } from '#platform/outbox/relay.ts';
import type { Platform } from '#platform/platform.ts';
import { programFile } from '#platform/program.ts';
import { createRealtime } from '#platform/realtime/server/server.ts';
import { createPageCache } from '../rendering/page-cache.server.ts';
import { type BuildSource, createPages } from '../rendering/pages.server.ts';
import { createSandbox } from '../sandbox/sandbox.server.ts';
import { type Composition, composeMarket } from './compose.server.ts';
import { features } from './features.server.ts';
import { createHealthApp, databaseProblems, type Health } from './health.server.ts';
import { createHttpApp } from './http.server.ts';
import { closeServer, listen, readRest } from './listen.server.ts';
import { createMetrics } from './metrics.server.ts';
import { openPlatform } from './platform.server.ts';
import { embeddedDatabaseFlag, type Role, starts } from './roles.ts';

export interface Market {
  platform: Platform;
  relay: Relay;
  /** Call once the catalogue and the demo data are loaded: jobs start, and /api/ready answers 200. */
  prepared(): Promise<void>;
  /** The port in use, for a configuration with port 0. */
  port: number;
  /**
   * Graceful shutdown: not ready any more, jobs end or return to the queue, no new requests, live pages reconnect to
   * another process, requests under way finish.
   */
  close(): Promise<void>;
}

export interface StartOptions {
  config: Config;
  databaseUrl: string;
  log: Log;
  roles: ReadonlySet<Role>;
  /** Null serves the API alone. */
  pages: BuildSource | null;
  /** Other features than the app's own: in tests. */
  parts?: readonly Feature[] | undefined;
  /** Whether the wall clock starts the features' scheduled jobs. Default: yes; tests start them explicitly. */
  hasSchedules?: boolean;
  /** Whether jobs run in a child process beside the web roles. Default: no; tests inspect jobs in this process. */
  hasWorkerProcess?: boolean;
  /** Middleware before the app: Vite during development. */
  before?: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void;
}

/** Composes the app and starts the given roles. The schema must be up to date. */
export async function startMarket({
  config,
  databaseUrl,
  log,
  roles,
  pages,
  parts = features,
  hasSchedules = true,
  hasWorkerProcess = false,
  before,
}: StartOptions): Promise<Market> {
  const composition = composeMarket(parts);
  const {
    platform,
    mailbox,
    close: closePlatform,
  } = await openPlatform({
    config,
    databaseUrl,
    log,
    composition,
    servesPeople: starts(roles, 'site') || starts(roles, 'sockets'),
  });
  const { pool, bus, pubsub } = platform;
  await pubsub.open();
  const relay = await startRelay({ databaseUrl, bus, pubsub, log });
  const hasSite = starts(roles, 'site');
  const hasJobs = starts(roles, 'jobs');
  const servesPeople = hasSite || starts(roles, 'sockets');
  const usesWorkerProcess = hasWorkerProcess && hasJobs && servesPeople;
  let worker: Worker | null = null;
  let workerProcess: WorkerProcess | null = null;
  const realtime = starts(roles, 'sockets')
    ? createRealtime({
        platform,
        channels: composition.channels,
        carries: composition.carries,
        counters: (memberId) => followCounters(platform, memberId),
      })
    : null;
  const cache = createPageCache(platform);
  const sandbox =
    hasSite && config.mode === 'sandbox'
      ? createSandbox(platform, mailbox, hasSchedules ? composition.schedules : [])
      : null;
  let isPrepared = false;
  let isStopping = false;
  const health: Health = {
    isReady: async () => [
      ...(isStopping ? ['stopping'] : []),
      ...(isPrepared ? [] : ['catalogue']),
      ...(await databaseProblems(pool)),
    ],
    degraded: () => [
      ...(bus.isConnected ? [] : ['bus']),
      ...(usesWorkerProcess && !workerProcess?.isReady() ? ['worker'] : []),
    ],
    metrics: createMetrics({ platform, cache, realtime }),
  };
  const app = hasSite
    ? createHttpApp({ platform, composition, pages: pages && createPages(platform, pages, cache), sandbox, health })
    : createHealthApp(platform, health);

  // We read the rest of an answered body ourselves: the adapter cuts the connection after half a second, and a browser
  // that is cut off shows no response.
  const throughApp = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const answer: RequestListener = (request, response) => {
    // A proxy's readiness probe is often HTTP/1.0 without a Host header, which an URL needs.
    request.headers.host ??= new URL(config.appUrl).host;
    // A kept-alive connection would reach a stopped process with its next request.
    if (isStopping) response.setHeader('connection', 'close');
    readRest(request, response);
    void throughApp(request, response);
  };
  const server = await listen(
    before ? (request, response) => before(request, response, () => answer(request, response)) : answer,
    config,
  ).catch(async (error: unknown) => {
    await relay.close();
    await closePlatform();
    throw error;
  });
  realtime?.attach(server);
  const address = server.address();
  return {
    platform,
    relay,
    prepared: async () => {
      // Not earlier: a timer that runs while the demo data are loaded would process half of them.
      if (usesWorkerProcess) workerProcess = startWorkerChild(config, databaseUrl, log);
      else if (hasJobs)
        worker = await startWorker(platform, composition.jobs, hasSchedules ? composition.schedules : []);
      sandbox?.open();
      isPrepared = true;
      if (hasSite) void warmUp(platform, composition);
    },
    port: typeof address === 'object' && address ? address.port : config.port,
    close: async () => {
      isStopping = true;
      // Jobs end while their own calls are still answered; the drain time lets a proxy notice that we are not ready.
      await Promise.all([
        worker?.close(),
        workerProcess?.close(),
        config.drainMs > 0 ? pause(config.drainMs) : undefined,
      ]);
      // Stops listening before it closes live connections, which would otherwise reconnect to this process.
      const finished = closeServer(server);
      await realtime?.close();
      await finished;
      await relay.close();
      await sandbox?.close();
      await closePlatform();
    },
  };
}

/** Four concurrent jobs, each of which may use a second connection. */
const workerConnections = 8;

function startWorkerChild(config: Config, databaseUrl: string, log: Log): WorkerProcess {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(Math.min(workerConnections, config.databasePool)),
  };
  const args = ['--role=worker', ...(config.databaseUrl === null ? [embeddedDatabaseFlag] : [])];
  return startWorkerProcess({ program: programFile('app/server/worker'), args, env, log });
}

/** Sequential, so that the first visitors' requests are not delayed. */
async function warmUp(platform: Platform, { parts }: Composition): Promise<void> {
  for (const { name, warmUp } of parts) {
    await warmUp?.(platform).catch((error: unknown) =>
      platform.log.debug('a feature could not be warmed up', { feature: name, error }),
    );
  }
}
