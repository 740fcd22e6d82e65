import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#platform/config/config.ts';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { freePort } from '#platform/http/free-port.ts';
import { type AppProcess, appProcess, skipCatalogue } from '#testing/servers/fleet.ts';
import { runningServer } from '../lib/database.ts';

export interface Market {
  process: AppProcess;
  config: Config;
  /** Where the database is now: after a kill of both it may come up at another port. */
  databaseUrl(): string;
  /** Null while a server starts. */
  databasePid(): number | null;
  close(): Promise<void>;
}

/**
 * A market as `npm start` runs it: one process of all roles, started again when it ends, and the embedded PostgreSQL of
 * its folder.
 */
export async function startMarket(): Promise<Market> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-faults-'));
  const embedded = await startEmbedded(folder);
  await migrate(embedded.url);
  await skipCatalogue(embedded.url);
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    MODE: 'sandbox',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    APP_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: '',
    REDIS_URL: '',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    // Each buyer says an address of their own.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const market = appProcess({ name: 'market', port, flags: [], env, restart: true });
  await market.start();
  return {
    process: market,
    config: readConfig({ ...process.env, ...env, PORT: String(port) }),
    databaseUrl: () => {
      const url = new URL(embedded.url);
      url.port = String(runningServer(folder)?.port ?? url.port);
      return url.href;
    },
    databasePid: () => runningServer(folder)?.pid ?? null,
    close: async () => {
      await market.stop('SIGKILL');
      const left = await startEmbedded(folder);
      await left.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
