import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { checkStorage } from '#platform/storage/check.ts';
import { openStorage } from '#platform/storage/open.ts';
import { productionBuild } from './app/pages.server.ts';
import { isPrepared, prepareElsewhere } from './app/prepare.server.ts';
import { type Market, type Role, startMarket } from './app/start.server.ts';

const allRoles: readonly Role[] = ['web', 'realtime', 'worker'];

/** Starts the market: configuration, database, schema, catalogue and demo market where they are missing, then the roles. */
async function main(): Promise<void> {
  const startedAt = Date.now();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const roles = rolesFrom(process.argv.slice(2));

  mkdirSync(config.dataDir, { recursive: true });
  const unlock = config.databaseUrl === null ? lockFolder(config.dataDir) : () => {};
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir).catch(giveBack(unlock)) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  let market: Market | null = null;
  const end = async () => {
    await market?.close();
    await embedded?.stop();
    unlock();
  };
  const stopped = new AbortController();
  const stop = async (signal: string) => {
    if (stopped.signal.aborted) return;
    stopped.abort();
    say(`${signal}: finishing what is under way…`);
    await end();
    say('Stopped.');
    process.exit(0);
  };
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));

  try {
    await migrate(databaseUrl, say).catch((error: unknown) => {
      throw config.databaseUrl === null ? error : databaseProblem(error, config.databaseUrl);
    });
    await checkStorage(openStorage(config), config);
    market = await startMarket({ config, databaseUrl, log, roles, pages: roles.has('web') ? await productionBuild() : null });
    if (!(await isPrepared(market.platform))) await prepareElsewhere(databaseUrl, stopped.signal);
    if (stopped.signal.aborted) return;
    await market.prepared();
  } catch (error) {
    // A start that fails leaves nothing running behind.
    if (!stopped.signal.aborted) await end();
    throw error;
  }
  say(greeting(config.appUrl, config.mode, config.demo, Date.now() - startedAt));
}

function giveBack(unlock: () => void): (error: unknown) => never {
  return (error) => {
    unlock();
    throw error;
  };
}

function rolesFrom(flags: string[]): Set<Role> {
  const named = flags.filter((flag) => flag.startsWith('--role=')).map((flag) => flag.slice('--role='.length));
  for (const name of named) if (!allRoles.includes(name as Role)) throw new ConfigError([`--role=${name}: known roles are ${allRoles.join(', ')}`]);
  return new Set(named.length > 0 ? (named as Role[]) : allRoles);
}

/** What a driver says of a server that cannot be reached, in words that name the setting. Anything else stays as it is. */
function databaseProblem(error: unknown, databaseUrl: string): unknown {
  const code = (error as { code?: unknown }).code;
  const { host, pathname } = new URL(databaseUrl);
  if (typeof code !== 'string') return error;
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST)/.test(code))
    return new ConfigError([`DATABASE_URL: no PostgreSQL server answers at ${host} (${code})`]);
  if (code === '28P01' || code === '28000') return new ConfigError([`DATABASE_URL: the server at ${host} refuses this user or password`]);
  if (code === '3D000') return new ConfigError([`DATABASE_URL: the server at ${host} has no database ${pathname.slice(1)}; create it first`]);
  return error;
}

/** One process for one data folder: two would each think that the embedded database is theirs to stop. */
function lockFolder(folder: string): () => void {
  const file = join(folder, 'sleeved.pid');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid && pid !== process.pid && isSleeved(pid))
      throw new ConfigError([`DATA_DIR ${folder} is in use by a running market (process ${pid}). Stop it, or set DATA_DIR to another folder.`]);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** After a kill the number may belong to any other program; only one of ours counts. */
function isSleeved(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return true;
  }
}

function greeting(appUrl: string, mode: string, demo: boolean, tookMs: number): string {
  const lines = ['', `Ready in ${(tookMs / 1000).toFixed(1)} s: ${appUrl}`];
  if (demo) {
    lines.push('', 'Demo members, password near-mint-demo:');
    lines.push('  collector@example.test (free)    seller@example.test (free)');
    lines.push('  shop@example.test (premium)      admin@example.test (operator)');
  }
  if (mode === 'sandbox') lines.push('', `Mailbox: ${appUrl}/sandbox/mail`, 'Sandbox: payments and mails stay on this machine.');
  return `${lines.join('\n')}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${wordsOf(error)}\n`);
  process.exit(1);
});

/** What went wrong, without the way through our code where the sentence itself says what to do. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = error instanceof ConfigError || error.constructor === Error;
  return isOurs ? error.message : (error.stack ?? error.message);
}
