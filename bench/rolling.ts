import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '#platform/db/migrate.ts';
import { startFleet } from '#testing/fleet.ts';
import { rollingRestart } from '#testing/rolling.ts';
import { openBenchDatabase } from './database.ts';
import { type Target, targetTable } from './report.ts';

/** FT-11: three processes behind haproxy, restarted in turn `rounds` times under load. Prints what failed and what a page missed; keeps it as JSON. */
export async function benchRolling(rounds: number, say: (line: string) => void): Promise<void> {
  const database = await openBenchDatabase();
  say(`${rounds} rolling restarts of three processes on ${database.kind}`);
  try {
    await migrate(database.url);
    const fleet = await startFleet({ databaseUrl: database.url, roles: [[], [], []] });
    const report = await rollingRestart({ fleet, again: (done) => done < rounds, say }).finally(() => fleet.close());
    const targets: Target[] = [
      { what: 'requests that failed', measured: `${report.failed.length} of ${report.requests}`, asked: '0', met: report.failed.length === 0 },
      {
        what: 'events that a page missed',
        measured: `${report.missed.length} of ${report.changes * report.pages}`,
        asked: '0',
        met: report.missed.length === 0,
      },
    ];
    say(`\n${JSON.stringify(report, null, 2)}\n\n${targetTable(targets)}`);
    const folder = join(import.meta.dirname, 'results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `rolling-${rounds}.json`), JSON.stringify({ at: new Date().toISOString(), report, targets }, null, 2));
  } finally {
    await database.close();
  }
}
