import { expect, test } from 'vitest';
import { startTestMarket } from '#testing/server.ts';

test('on a stop signal a process first reports not ready, serves for DRAIN_SECONDS, and then accepts no connection', async () => {
  const drainMs = 1_500;
  const market = await startTestMarket({ env: { DRAIN_SECONDS: String(drainMs / 1_000) } });
  const statusOf = async (path: string) => (await market.request('GET', path)).status;
  expect([await statusOf('/api/ready'), await statusOf('/api/listings')]).toEqual([200, 200]);
  const notifiedAt = performance.now();
  const stopped = market.close();
  // In the same tick as the stop, so that the next readiness probe fails.
  const [ready, listings] = [await market.request('GET', '/api/ready'), await market.request('GET', '/api/listings')];
  expect([ready.status, ready.body.missing, listings.status]).toEqual([503, ['stopping'], 200]);
  let served = 0;
  let lastServedMs = 0;
  for (let isUp = true; isUp; ) {
    isUp = await statusOf('/api/health').then(
      (status) => status === 200,
      () => false,
    );
    if (isUp) {
      served++;
      lastServedMs = performance.now() - notifiedAt;
    }
  }
  await stopped;
  expect(performance.now() - notifiedAt).toBeGreaterThanOrEqual(drainMs);
  expect(served).toBeGreaterThan(0);
  // It served to the end of the drain, and not only to the end of what was under way.
  expect(lastServedMs).toBeGreaterThan(drainMs / 2);
});
