import { migrate } from '#platform/db/migrate.ts';
import { startFleet } from '#testing/servers/fleet.ts';
import { rollingRestart } from '#testing/servers/rolling.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { table } from '../lib/table.ts';

/**
 * Restarts three processes behind haproxy in turn, `rounds` times under load. A failed request or an event that a page
 * missed sets the exit code.
 */
export async function benchRolling(rounds: number, say: (line: string) => void): Promise<void> {
  const database = await openBenchDatabase();
  say(`${rounds} rolling restarts of three processes on ${database.kind}`);
  try {
    await migrate(database.url);
    const fleet = await startFleet({ databaseUrl: database.url, roles: [[], [], []] });
    const again = (done: number) => done < rounds;
    const report = await rollingRestart({ fleet, again, say }).finally(() => fleet.close());
    const { failed, missed, requests, changes, pages } = report;
    const rows = [
      ['requests that failed', String(failed.length), String(requests)],
      ['events that a page missed', String(missed.length), String(changes * pages)],
    ];
    say(`\n${JSON.stringify(report, null, 2)}\n\n${table(['', 'number', 'of'], rows)}`);
    if (failed.length + missed.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
