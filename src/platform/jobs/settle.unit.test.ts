import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import type { Platform } from '../platform.ts';
import { settleJobs } from './worker.ts';

/** A queue that returns these counts, one for each poll, and then repeats the last. No timer is due. */
function queueOf(counts: number[], isRunning = false): { queue: Pick<Platform, 'pool' | 'clock'>; polls(): number } {
  let polls = 0;
  const query = async (sql: string | { name: string }) => {
    if (typeof sql !== 'string') return { rows: [] };
    if (sql.includes('group by 1')) return { rows: [{ task: 'listings.expire', isRunning }] };
    const due = counts[Math.min(polls++, counts.length - 1)];
    return { rows: [{ due, state: `${due}` }] };
  };
  return { queue: { pool: { query } as unknown as Platform['pool'], clock: systemClock }, polls: () => polls };
}

test('settling waits as long as jobs make progress, however many there are', async () => {
  const { queue, polls } = queueOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  await settleJobs(queue, 45);
  expect(polls()).toBe(10);
});

test('jobs without progress are named: those that no worker takes, and those that run for long', async () => {
  await expect(settleJobs(queueOf([3, 2]).queue, 45)).rejects.toThrow('nothing takes up jobs: listings.expire');
  const late = settleJobs(queueOf([3, 2], true).queue, 45);
  await expect(late).rejects.toThrow('jobs are still running: listings.expire');
  await expect(late).rejects.toMatchObject({ tasks: ['listings.expire'], running: ['listings.expire'] });
});
