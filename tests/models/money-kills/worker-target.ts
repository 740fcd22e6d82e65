import { startMarket } from '#app/server/start.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';

/** A process that runs jobs alone, beside the market of the test: something to kill. Says "ready" on its output. */
const config = readConfig(process.env);
const market = await startMarket({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: createLog(config.logLevel),
  roles: new Set(['worker']),
  pages: null,
  hasSchedules: false,
});
await market.prepared();
process.stdout.write('ready\n');
