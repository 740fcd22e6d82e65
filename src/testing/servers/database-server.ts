import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string;
  }
}

/** Each project loads this file again, in the one process of the run. */
const run = globalThis as { testDatabaseServer?: Promise<EmbeddedServer> };

/**
 * One PostgreSQL server for the whole run: that of `TEST_DATABASE_URL` (CI), or an embedded one in `.cache`. The first
 * project starts it and stops it after all of them. Tests do not survive a power cut, so it does not sync the disk.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = project.name === 'embedded' ? undefined : process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('databaseServer', given);
    return undefined;
  }
  const others = run.testDatabaseServer;
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const folder = join(import.meta.dirname, '../../../.cache/test-database');
  run.testDatabaseServer ??= startEmbedded(folder, { settings, database: 'sleeved_tests', mayMakeDatabases: true });
  const server = await run.testDatabaseServer;
  project.provide('databaseServer', server.url);
  return others ? undefined : server.leave;
}
