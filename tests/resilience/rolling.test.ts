import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Fleet, startFleet } from '#testing/servers/fleet.ts';
import { hasHaproxy, withoutHaproxy } from '#testing/servers/haproxy.ts';
import { rollingRestart } from '#testing/servers/rolling.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';

/** CI's runs; at home two show what the others would. `npm run bench -- --rolling 200` for a long run. */
const rounds = process.env.CI ? 4 : 2;
/**
 * Thirty requests a second: some hundred while a process goes and comes. More of them render pages again all the while and
 * take the processor from the tests beside.
 */
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

  test('restarted one after the other, over and over: no request fails, no page misses an event', {
    timeout: 900_000,
  }, async () => {
    const report = await rollingRestart({ fleet, again: (done) => done < rounds, restMs });
    expect(report.failed).toEqual([]);
    expect(report.missed).toEqual([]);
    expect(report.requests).toBeGreaterThan(report.rounds * 20);
    // Each page was sent away by the process that it was on, and came back to another.
    expect(report.returns).toBeGreaterThanOrEqual(report.pages);
  });
});
