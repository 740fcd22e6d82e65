import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Fleet, startFleet } from '#testing/fleet.ts';
import { hasHaproxy, withoutHaproxy } from '#testing/haproxy.ts';
import { rollingRestart } from '#testing/rolling.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

/** Rounds begin until this has passed: what fits. `npm run bench -- --rolling 200` for a long run. */
const budgetMs = 45_000;

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

  test('[B-05] [FT-11] restarted one after the other, over and over: no request fails, no page misses an event', { timeout: 300_000 }, async () => {
    const startedAt = Date.now();
    const report = await rollingRestart({ fleet, again: (done) => done === 0 || Date.now() - startedAt < budgetMs });
    expect(report.failed).toEqual([]);
    expect(report.missed).toEqual([]);
    expect(report.requests).toBeGreaterThan(report.rounds * 20);
    // Each page was sent away by the process that it was on, and came back to another.
    expect(report.returns).toBeGreaterThanOrEqual(report.pages);
  });
});
