import { startMarket } from '#app/server/start.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';

/**
 * The market as `main.ts` starts it, without the catalogue and the demo: something to kill. Says "ready" on standard
 * output.
 */
const config = readConfig(process.env);
const embedded = await startEmbedded(config.dataDir);
await migrate(embedded.url);
const market = await startMarket({
  config,
  databaseUrl: embedded.url,
  log: createLog(config.logLevel),
  roles: new Set(['web', 'realtime', 'worker']),
  pages: null,
});
await market.prepared();
process.stdout.write('ready\n');

process.on('SIGTERM', async () => {
  await market.close();
  await embedded.stop();
  process.exit(0);
});
