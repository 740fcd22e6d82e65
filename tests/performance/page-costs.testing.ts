import { GCProfiler, getHeapStatistics } from 'node:v8';
import type pg from 'pg';
import type { Statement } from './budgets.testing.ts';

interface Plan {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/**
 * Each run once more by EXPLAIN ANALYZE: the rows that the database took into its hands for them, those that it then
 * left out included.
 */
export async function rowsRead(
  pool: pg.Pool,
  statements: readonly Statement[],
): Promise<{ rows: number; notified: string[] }> {
  const notified: string[] = [];
  let rows = 0;
  for (const { name, text, values } of statements) {
    if (!/^\s*(select|with)\b/i.test(text) || /\b(insert into|update|delete from)\b/i.test(text)) continue;
    const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
    const read = plan ? readBy(plan) : 0;
    notified.push(`${String(Math.round(read)).padStart(6)}  ${name}`);
    rows += read;
  }
  return { rows: Math.round(rows), notified };
}

/** What stands above a scan takes rows from it, and reads none itself. */
function readBy(plan: Plan): number {
  if (plan.Plans?.length) return plan.Plans.reduce((sum, part) => sum + readBy(part), 0);
  const { 'Actual Rows': actualRows = 0, 'Actual Loops': loops = 1 } = plan;
  return (actualRows + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) * loops;
}

const warmUps = 20;
const turns = 10;
const rounds = 3;

/**
 * Kilobytes that this process allocates for one turn: the least of several rounds, since what else it does meanwhile
 * only adds to it.
 */
export async function allocatedKb(work: () => Promise<unknown>): Promise<number> {
  for (let turn = 0; turn < warmUps; turn++) await work();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const profiler = new GCProfiler();
    const startedAt = getHeapStatistics().used_heap_size;
    profiler.start();
    for (let turn = 0; turn < turns; turn++) await work();
    const { statistics } = profiler.stop() ?? { statistics: [] };
    const ended = getHeapStatistics().used_heap_size;
    let [allocated, from] = [0, startedAt];
    // What is there grows from one collection to the next by what was allocated.
    for (const { beforeGC, afterGC } of statistics) {
      allocated += beforeGC.heapStatistics.usedHeapSize - from;
      from = afterGC.heapStatistics.usedHeapSize;
    }
    least = Math.min(least, (allocated + ended - from) / turns);
  }
  return least / 1_000;
}

/** Milliseconds of processor time that this process spends on one turn: the least of several rounds. */
export async function processorMs(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const startedAt = process.cpuUsage();
    for (let turn = 0; turn < turns; turn++) await work();
    const { user, system } = process.cpuUsage(startedAt);
    least = Math.min(least, (user + system) / 1_000 / turns);
  }
  return least;
}
