import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type AppProcess, type Fleet, startFleet } from '#testing/fleet.ts';
import { hasHaproxy, withoutHaproxy } from '#testing/haproxy.ts';
import { rollingRestart } from '#testing/rolling.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

/** CI's runs; at home two show what the others would. `npm run bench -- --rolling 200` for a long run. */
const rounds = process.env.CI ? 20 : 2;
/** Thirty requests a second: some hundred while a process goes and comes. More of them make pages anew all the while and take the processor from the tests beside. */
const restMs = 150;

describe.skipIf(!hasHaproxy)(`three processes behind haproxy${hasHaproxy ? '' : ` (${withoutHaproxy})`}`, () => {
  let database: TestDatabase;
  let fleet: Fleet;

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseServer'));
    fleet = await startFleet({ databaseUrl: database.url, roles: [[], [], []] });
  }, 240_000);
  afterAll(async () => {
    await fleet?.close();
    await database?.drop();
  });

  test('[B-05] [FT-11] restarted one after the other, over and over: no request fails, no page misses an event', { timeout: 900_000 }, async () => {
    const report = await rollingRestart({ fleet, again: (done) => done < rounds, restMs });
    expect(report.failed).toEqual([]);
    expect(report.missed).toEqual([]);
    expect(report.requests).toBeGreaterThan(report.rounds * 20);
    // Each page was sent away by the process that it was on, and came back to another.
    expect(report.returns).toBeGreaterThanOrEqual(report.pages);
  });

  test.skipIf(!existsSync('/proc/self/task'))(
    '[B-01] [B-05] the process for long jobs goes with the one that began it, whether that is told to stop or killed',
    { timeout: 240_000 },
    async () => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
          await client.query("select graphile_worker.add_job('imports.commit', json_build_object('importId', 'of nobody'))");
          let found: { of: AppProcess; pid: number } | null = null;
          const look = () => {
            for (const of of fleet.processes) for (const pid of longJobsOf(of.pid())) found = { of, pid };
            return found;
          };
          await expect.poll(look, { timeout: 60_000 }).not.toBeNull();
          const { of, pid } = look() as unknown as { of: AppProcess; pid: number };
          expect([signal, await of.stop(signal)]).toEqual([signal, signal === 'SIGTERM' ? 0 : null]);
          await expect.poll(() => existsSync(`/proc/${pid}/task/${pid}`) && !isGone(pid), { timeout: 20_000 }).toBe(false);
          await of.start();
        }
      } finally {
        await client.end();
      }
    },
  );
});

/** Which of a process's children do its long jobs. */
function longJobsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('run-jobs'));
}

/** Ended, and nobody has asked yet how. */
function isGone(pid: number): boolean {
  return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
