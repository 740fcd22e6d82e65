import { mkdirSync } from 'node:fs';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import type { BuildSource } from '../src/app/rendering/pages.server.ts';
import { prepareMarket } from '../src/app/server/prepare.server.ts';
import { startMarket } from '../src/app/server/start.server.ts';
import { readConfig, secretsOf } from '../src/platform/config/config.ts';
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts';
import { lockFolder } from '../src/platform/db/embedded/folder-lock.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLog } from '../src/platform/log/log.ts';

/** The same market with the pages served by Vite: a saved page shows at once. A changed server file needs a restart (node --watch does it). */
const config = readConfig(process.env);
const say = (line: string) => process.stdout.write(`${line}\n`);
mkdirSync(config.dataDir, { recursive: true });
const unlock = config.databaseUrl === null ? await lockFolder(config.dataDir, { say }) : () => {};
const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir) : null;
const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
await migrate(databaseUrl, say);

const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' });
const source = (async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild) as BuildSource;
const market = await startMarket({
  config,
  databaseUrl,
  log: createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat }),
  roles: new Set(['web', 'realtime', 'worker']),
  pages: source,
  before: (request, response, next) => vite.middlewares(request, response, next),
});
await prepareMarket(market.platform, say);
await market.prepared();
say(`\nDeveloping at ${config.appUrl}`);

const stop = async () => {
  await vite.close();
  await market.close();
  await embedded?.leave();
  unlock();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
