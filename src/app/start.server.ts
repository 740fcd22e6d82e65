import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '#platform/config/config.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';
import { type Relay, startRelay } from '#platform/outbox/relay.ts';
import type { Platform } from '#platform/platform.ts';
import { createRealtime } from '#platform/realtime/server.ts';
import { carries, channels, features, jobs, schedules } from './features.server.ts';
import { createHttpApp } from './http.server.ts';
import { answerKept } from './kept-pages.server.ts';
import { createMetrics } from './metrics.server.ts';
import { createPageCache } from './page-cache.server.ts';
import { type BuildSource, createPages } from './pages.server.ts';
import { openPlatform } from './platform.server.ts';
import { createSandbox } from './sandbox.server.ts';

export type Role = 'web' | 'realtime' | 'worker';

export interface Market {
  platform: Platform;
  relay: Relay;
  /** Says that the catalogue and the demo market are in place: from now on jobs run and /api/ready answers 200. */
  prepared(): Promise<void>;
  /** The port in use; of interest when the configuration asked for any (0). */
  port: number;
  /** Ends cleanly: no new requests, those under way finish, jobs finish, connections close. */
  close(): Promise<void>;
}

export interface StartOptions {
  config: Config;
  databaseUrl: string;
  log: Log;
  roles: ReadonlySet<Role>;
  /** Null serves the API alone. */
  pages: BuildSource | null;
  /** Something that sees each request before the app: Vite, while developing. */
  before?: (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1], next: () => void) => void;
}

/** Puts the market together and starts the roles that were asked for. The schema must be up to date. */
export async function startMarket({ config, databaseUrl, log, roles, pages, before }: StartOptions): Promise<Market> {
  const { platform, mailbox, close: closePlatform } = await openPlatform({ config, databaseUrl, log });
  const { pool, bus } = platform;
  const relay = await startRelay(databaseUrl, pool, bus, log);
  let worker: Worker | null = null;
  const realtime = roles.has('realtime') ? createRealtime({ platform, channels, carries }) : null;
  const cache = createPageCache(platform);
  const sandbox = config.mode === 'sandbox' ? createSandbox(platform, mailbox) : null;
  const metrics = createMetrics({ platform, cache, realtime });
  let isPrepared = false;
  const app = createHttpApp({
    platform,
    pages: pages && roles.has('web') ? createPages(platform, pages, cache) : null,
    sandbox,
    isReady: async () => [...(isPrepared ? [] : ['catalogue']), ...(await databaseProblems(pool))],
    metrics,
  });

  const throughApp = getRequestListener(app.fetch);
  const fromMemory = answerKept(cache, config.appUrl);
  const answer: RequestListener = (request, response) => {
    if (!fromMemory(request, response)) void throughApp(request, response);
  };
  const server = await listen(before ? (request, response) => before(request, response, () => answer(request, response)) : answer, config).catch(
    async (error: unknown) => {
      await relay.close();
      await closePlatform();
      throw error;
    },
  );
  realtime?.attach(server);
  const address = server.address();
  return {
    platform,
    relay,
    prepared: async () => {
      // Not before: the demo market's year is made in minutes, and a timer that runs meanwhile would find half of it.
      if (roles.has('worker')) worker = await startWorker(platform, jobs, schedules);
      sandbox?.open();
      isPrepared = true;
      if (roles.has('web')) void warmUp(platform);
    },
    port: typeof address === 'object' && address ? address.port : config.port,
    close: async () => {
      await realtime?.close();
      await closeServer(server);
      await worker?.close();
      await relay.close();
      await sandbox?.close();
      await closePlatform();
    },
  };
}

/** One room after the other, so that the first visitors still get their turn. */
async function warmUp(platform: Platform): Promise<void> {
  for (const { name, warm } of features) {
    await warm?.(platform).catch((error: unknown) => platform.log.debug('a room could not be warmed up', { room: name, error }));
  }
}

async function databaseProblems(pool: Platform['pool']): Promise<string[]> {
  try {
    await pool.query('select 1');
    return [];
  } catch {
    return ['database'];
  }
}

function listen(listener: RequestListener, config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Longer than a proxy's own, so that a proxy never sends a request into a connection that we are closing.
    const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000, headersTimeout: 15_000 }, listener);
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${config.port} is taken. Stop what uses it, or set PORT to another.`) : error);
    });
    server.listen(config.port, config.host, () => resolve(server));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Requests under way get ten seconds; a connection that never ends must not keep the process.
    setTimeout(() => server.closeAllConnections(), 10_000).unref();
  });
}
