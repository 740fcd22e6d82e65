import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import type { Platform } from '../platform.ts';
import { settleJobs } from './worker.ts';

/** A queue that answers with these counts, one a look, and goes on with the last. No timer is due. */
function queueOf(counts: number[], isRunning = false): { queue: Pick<Platform, 'pool' | 'clock'>; looks(): number } {
  let looks = 0;
  const query = async (sql: string | { name: string }) => {
    if (typeof sql !== 'string') return { rows: [] };
    if (sql.includes('group by 1')) return { rows: [{ task: 'listings.expire', isRunning }] };
    const due = counts[Math.min(looks++, counts.length - 1)];
    return { rows: [{ due, state: `${due}` }] };
  };
  return { queue: { pool: { query } as unknown as Platform['pool'], clock: systemClock }, looks: () => looks };
}

test('whoever moves the clock waits for as long as work gets done, however much it is', async () => {
  const { queue, looks } = queueOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  await settleJobs(queue, 45);
  expect(looks()).toBe(10);
});

test('jobs that do not move are named: those that nobody takes up, and those that take long', async () => {
  await expect(settleJobs(queueOf([3, 2]).queue, 45)).rejects.toThrow('nothing takes up jobs: listings.expire');
  const late = settleJobs(queueOf([3, 2], true).queue, 45);
  await expect(late).rejects.toThrow('jobs are still running: listings.expire');
  await expect(late).rejects.toMatchObject({ tasks: ['listings.expire'], running: ['listings.expire'] });
});
