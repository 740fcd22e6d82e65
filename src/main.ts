import { mkdirSync } from 'node:fs';
import type { BuildSource } from '#app/rendering/pages.server.ts';
import { mailboxLink } from '#app/sandbox/mailbox-key.server.ts';
import { requireNoDemo } from '#app/sandbox/no-demo.server.ts';
import { isPrepared, prepareElsewhere } from '#app/server/prepare.server.ts';
import { allRoles, rolesFrom, starts, usage } from '#app/server/roles.ts';
import { type Market, startMarket } from '#app/server/start.server.ts';
import { demoPassword } from '#features/auth/index.server.ts';
import { formatList, plural } from '#kernel/format.ts';
import { type Config, ConfigError, readConfig, secretsOf } from '#platform/config/config.ts';
import { readDatabaseUrl } from '#platform/db/database-url.ts';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { FolderInUse, lockFolder } from '#platform/db/embedded/folder-lock.ts';
import { migrate } from '#platform/db/migrate.ts';
import { reasonOf, stackOf } from '#platform/log/fault.ts';
import { createLog } from '#platform/log/log.ts';
import { logUncaughtErrors } from '#platform/log/uncaught-errors.ts';
import { checkStorage } from '#platform/storage/check.ts';
import { openStorage } from '#platform/storage/open.ts';

const readPages: BuildSource = () => import('virtual:react-router/server-build');

/** Work that has not ended by then is cut: the host's process manager kills us soon after. */
const stopWithinMs = 14_000;

/** Starts the app: configuration, database, schema, catalogue and demo data where they are missing, then the roles. */
async function main(): Promise<void> {
  const startedAt = Date.now();
  const roles = rolesFrom(process.argv.slice(2));
  if (!roles) {
    process.stdout.write(usage);
    return;
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, { secrets: secretsOf(config), format: config.logFormat });
  logUncaughtErrors(log);
  const say = (line: string) => process.stdout.write(`${line}\n`);

  mkdirSync(config.dataDir, { recursive: true });
  const unlock = config.databaseUrl === null ? await lockFolder(config.dataDir, { say }) : () => {};
  const embedded =
    config.databaseUrl === null ? await startEmbedded(config.dataDir).catch(releaseAndThrow(unlock)) : null;
  if (embedded)
    say(
      `${embedded.started ? 'Started the embedded database' : 'Connected to the embedded database'} in ${secondsSince(startedAt)}.`,
    );
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  let market: Market | null = null;
  const end = async () => {
    await market?.close();
    await embedded?.leave();
    unlock();
  };
  const shutdown = new AbortController();
  const stop = async (signal: string) => {
    if (shutdown.signal.aborted) {
      say('Stopped immediately.');
      embedded?.kill();
      process.exit(130);
    }
    shutdown.abort();
    say(`${signal}: finishing running work…`);
    setTimeout(() => {
      say('Stopped before all work was finished.');
      embedded?.kill();
      process.exit(0);
    }, stopWithinMs).unref();
    await end();
    say('Stopped.');
    process.exit(0);
  };
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));
  embedded?.keepAlive(say, (sentence) => {
    process.stderr.write(`\n${sentence}\n`);
    unlock();
    process.exit(1);
  });

  try {
    const migratesFrom = Date.now();
    const ran = await migrate(databaseUrl, say).catch((error: unknown) => {
      throw config.databaseUrl === null ? error : databaseProblem(error, config.databaseUrl);
    });
    if (ran.length > 0)
      say(`Ran ${plural(ran.length, { one: '# migration', other: '# migrations' })} in ${secondsSince(migratesFrom)}.`);
    await requireNoDemo(databaseUrl, config);
    await checkStorage(openStorage(config), config);
    market = await startMarket({
      config,
      databaseUrl,
      log,
      roles,
      pages: starts(roles, 'site') ? readPages : null,
      hasWorkerProcess: config.workerProcess,
    });
    if (!(await isPrepared(market.platform))) await prepareElsewhere(databaseUrl, shutdown.signal);
    if (shutdown.signal.aborted) return;
    await market.prepared();
  } catch (error) {
    // A start that fails leaves nothing running behind.
    if (!shutdown.signal.aborted) await end();
    throw error;
  }
  const took = secondsSince(startedAt);
  if (roles.size === allRoles.length) say(greeting(config, took));
  else
    say(`Ready in ${took} as ${formatList([...roles])}. Health check: http://${config.host}:${market.port}/api/health`);
  if (config.openSandbox && roles.size < allRoles.length && starts(roles, 'site'))
    say(`Mailbox: ${mailboxLink(config)}`);
}

function releaseAndThrow(unlock: () => void): (error: unknown) => never {
  return (error) => {
    unlock();
    throw error;
  };
}

/**
 * The driver's error for an unreachable server, as a sentence that names the setting. Other errors stay as they are.
 */
function databaseProblem(error: unknown, databaseUrl: string): unknown {
  const code = (error as { code?: unknown }).code;
  const address = readDatabaseUrl(databaseUrl);
  if (typeof code !== 'string' || !address) return error;
  const host = address.host || 'this machine';
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST)/.test(code))
    return new ConfigError([
      `DATABASE_URL: no PostgreSQL server responds at ${host} (${code}). Check the address and that the server is running.`,
    ]);
  if (code === '28P01' || code === '28000')
    return new ConfigError([`DATABASE_URL: the server at ${host} rejects this user or password. Check both.`]);
  if (code === '3D000')
    return new ConfigError([`DATABASE_URL: the server at ${host} has no database ${address.name}. Create it first.`]);
  return error;
}

function secondsSince(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

function greeting(config: Config, took: string): string {
  const { appUrl, mode, demo } = config;
  const lines = ['', `Ready in ${took}: ${appUrl}`];
  if (demo) {
    lines.push('', `Demo members, password ${demoPassword}:`);
    lines.push('  collector@example.test (Free)    seller@example.test (Free)');
    lines.push('  shop@example.test (Premium)      admin@example.test (admin)');
  }
  if (mode === 'sandbox')
    lines.push(
      '',
      `Mailbox: ${mailboxLink(config)}`,
      'Sandbox: payments are simulated, and emails are only in the mailbox.',
    );
  return `${lines.join('\n')}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${messageOf(error)}\n`);
  process.exit(1);
});

/** The error's message; with the stack only where the message itself does not say what to do. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = error instanceof ConfigError || error instanceof FolderInUse || error.constructor === Error;
  return isOurs ? error.message : [reasonOf(error), stackOf(error)].filter(Boolean).join('\n');
}
