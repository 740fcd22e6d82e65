import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts';
import { freePort } from '../src/platform/http/free-port.ts';
import { appProcess, skipCatalogue } from '../src/testing/servers/fleet.ts';
import { createTestDatabase } from '../src/testing/servers/test-database.ts';
import { test as base, expect, type Person } from './fixtures.ts';

interface OwnMarket {
  url: string;
  databaseUrl: string;
}

const folder = join(import.meta.dirname, '../.cache/test-database');
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * For journeys that move the clock: a market of their own, without cards and demo, since the other journeys' market has
 * one clock for all. It is one for all journeys of a file that runs in one worker.
 */
export const test = base.extend<{ url: string }, { market: OwnMarket }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const given = process.env.TEST_DATABASE_URL;
      const server = given
        ? null
        : await startEmbedded(folder, { settings, database: 'sleeved_tests', mayMakeDatabases: true });
      const database = await createTestDatabase(given ?? server?.url ?? '');
      await skipCatalogue(database.url);
      const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-e2e-own-'));
      const port = await freePort();
      const env = {
        NODE_ENV: 'production',
        MODE: 'sandbox',
        DEMO: '0',
        LOG_LEVEL: 'warn',
        APP_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        TRUSTED_PROXIES: '127.0.0.1',
      };
      const app = appProcess({ name: 'market', port, flags: [], env });
      await app.start();
      await use({ url: app.url, databaseUrl: database.url });
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
      await server?.leave();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  url: async ({ market }, use) => {
    await use(market.url);
  },
});

/** An admin; the first one of a market is made by its host's command line. */
export async function newAdmin(newMember: () => Promise<Person>, { databaseUrl }: OwnMarket): Promise<Person> {
  const member = await newMember();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update auth_user set role = 'admin' where id = $1", [member.id]);
  await client.end();
  return member;
}

export { expect };
