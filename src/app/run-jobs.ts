import { getPriority, setPriority } from 'node:os';
import { readConfig, secretsOf } from '#platform/config/config.ts';
import { lowerOwnBackends } from '#platform/db/own-backends.ts';
import { exitOf, type JobAnswer, type JobOrder, onOurDisk, ready } from '#platform/jobs/apart.ts';
import { reasonOf, stackOf } from '#platform/log/fault.ts';
import { sayLastWords } from '#platform/log/last-words.ts';
import { createLog } from '#platform/log/log.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { market } from './features.server.ts';
import { openPlatform } from './platform.server.ts';

// Started by `openJobsApart`, with the address of the database that the market uses: runs the jobs that it is told, and ends when nobody is there to tell.

/** Whoever asks for a page comes first; not so low that a market with many visitors never has its file. */
const priority = 10;
/** The database's part of them: by so much lower than the rest of the server. */
const serversPart = 5;

// Whoever started it ends it: a Ctrl-C reaches both at once, and its jobs get the time that the market's get.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
try {
  // Whoever is not root may not raise it to that from below.
  if (getPriority() < priority) setPriority(priority);
} catch {
  // Some hosts let nobody set it: the jobs run all the same.
}

const config = readConfig(process.env);
const log = createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat });
sayLastWords(log);
const databaseUrl = config.databaseUrl ?? '';

async function open() {
  const { platform } = await openPlatform({ config, databaseUrl, log, isOnOurDisk: process.argv.includes(onOurDisk) });
  lowerOwnBackends(platform.pool, serversPart);
  await platform.wire.open();
  await startRelay({ databaseUrl, bus: platform.bus, wire: platform.wire, log });
  return platform;
}
// At once, so that no order comes before somebody listens; one that comes sooner waits for it.
const opened = open();
opened.then(
  () => process.send?.(ready, undefined, undefined, () => {}),
  (error: unknown) => {
    log.error('the process of long jobs could not begin', { error });
    process.exit(exitOf(error));
  },
);

process.on('message', (order: JobOrder) => {
  // Nobody may be there to hear it any more.
  void run(order).then((answer) => process.send?.(answer, undefined, undefined, () => {}));
});

async function run({ id, task, payload, isQuiet }: JobOrder): Promise<JobAnswer> {
  try {
    const job = market.jobs[task];
    if (!job) throw new RangeError(`no room runs ${task}`);
    await job({ ...(await opened), isQuiet }, payload);
    return { id };
  } catch (error) {
    return { id, reason: reasonOf(error), stack: stackOf(error) };
  }
}
