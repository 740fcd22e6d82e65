import { mkdirSync } from 'node:fs';
import type { ViteDevServer } from 'vite';
import { prepareMarket } from '../src/app/prepare.server.ts';
import { startMarket } from '../src/app/start.server.ts';
import { readConfig, secretsOf } from '../src/platform/config/config.ts';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { lockFolder } from '../src/platform/db/folder-lock.ts';
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
  say(`\nDeveloping at ${config.appUrl}`);
  return async () => {
    await market.close();
    await embedded?.leave();
    unlock();
  };
}
