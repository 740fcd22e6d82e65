import { getPriority, setPriority } from 'node:os';
import { readConfig, secretsOf } from '#platform/config/config.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { workerReady } from '#platform/jobs/worker-process.ts';
import { createLog } from '#platform/log/log.ts';
import { logUncaughtErrors } from '#platform/log/uncaught-errors.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { market } from './features.server.ts';
import { openPlatform } from './platform.server.ts';
import { embeddedDatabaseFlag } from './roles.ts';

// The worker as a child of the process that serves people (`startWorkerProcess`), with the address of its database in
// DATABASE_URL. It listens on no port.

/** Pages take priority over jobs when both need the processor. */
const niceness = 10;
/** The parent waits no longer than this. */
const stopWithinMs = 9_000;

let close: (() => Promise<void>) | null = null;
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  await close?.();
  process.exit(0);
}
// Ctrl-C reaches parent and child; the parent stops the child in its own order.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());

try {
  setPriority(Math.max(getPriority(), niceness));
} catch {
  // Some hosts do not allow it.
}

const config = readConfig(process.env);
const log = createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat });
logUncaughtErrors(log);
const databaseUrl = config.databaseUrl ?? '';
const { platform, close: closePlatform } = await openPlatform({
  config,
  databaseUrl,
  log,
  isOnOurDisk: process.argv.includes(embeddedDatabaseFlag),
});
await platform.pubsub.open();
const relay = await startRelay({ databaseUrl, bus: platform.bus, pubsub: platform.pubsub, log });
const worker = await startWorker(platform, market.jobs, market.schedules);
close = async () => {
  await worker.close();
  await relay.close();
  await closePlatform();
};
// The parent may have died before this process subscribed to `disconnect`.
if (process.connected) process.send?.(workerReady);
else void stop();
