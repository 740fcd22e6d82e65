import { readConfig, secretsOf } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import { logUncaughtErrors } from '#platform/log/uncaught-errors.ts';
import { openPlatform } from './platform.server.ts';
import { prepareMarket } from './prepare.server.ts';

// Run by `prepareElsewhere`, with the address of the database that the app uses.
const config = readConfig(process.env);
const log = createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat });
logUncaughtErrors(log);
const { platform, close } = await openPlatform({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log,
  isWatched: false,
});
await prepareMarket(platform, (line) => process.stdout.write(`${line}\n`));
await close();
