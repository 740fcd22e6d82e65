import type pg from 'pg';
import { expect, test } from 'vitest';
import { settleJobs } from './worker.ts';

/** A queue that answers with these counts, one a look, and goes on with the last. */
function queueOf(counts: number[]): { pool: Pick<pg.Pool, 'query'>; looks(): number } {
  let looks = 0;
  const query = async (sql: string) => {
    if (sql.includes('distinct')) return { rows: [{ task: 'listings.expire' }] };
    const due = counts[Math.min(looks++, counts.length - 1)];
    return { rows: [{ due, state: `${due}` }] };
  };
  return { pool: { query } as unknown as Pick<pg.Pool, 'query'>, looks: () => looks };
}

test('whoever moves the clock waits for as long as work gets done, however much it is', async () => {
  const { pool, looks } = queueOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  await settleJobs(pool, 45);
  expect(looks()).toBe(10);
});

test('jobs that do not move are named', async () => {
  await expect(settleJobs(queueOf([3, 2]).pool, 45)).rejects.toThrow('jobs are still running: listings.expire');
});
