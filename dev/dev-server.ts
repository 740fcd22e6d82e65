import { mkdirSync } from 'node:fs';
import type { ViteDevServer } from 'vite';
import { prepareMarket } from '#app/server/prepare.server.ts';
import { startMarket } from '#app/server/start.server.ts';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { lockFolder } from '#platform/db/embedded/folder-lock.ts';
import { readConfig, secretsOf } from '../src/platform/config/config.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLog } from '../src/platform/log/log.ts';

/** Starts the market behind Vite's middleware. The result ends it. */
export async function startDevServer(vite: ViteDevServer): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  mkdirSync(config.dataDir, { recursive: true });
  const unlock = config.databaseUrl === null ? await lockFolder(config.dataDir, { say }) : () => {};
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(databaseUrl, say);
  const market = await startMarket({
    config,
    databaseUrl,
    log: createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat }),
    roles: new Set(['web', 'realtime', 'worker']),
    // Each request asks for the pages, so that it gets the current ones.
    pages: () => import('virtual:react-router/server-build'),
    before: (request, response, next) => vite.middlewares(request, response, next),
  });
  await prepareMarket(market.platform, say);
  await market.prepared();
  say(`\nReady for development: ${config.appUrl}`);
  return async () => {
    await market.close();
    await embedded?.leave();
    unlock();
  };
}
