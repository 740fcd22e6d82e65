import { parseCronItems } from 'graphile-worker';
import type { Platform } from '#platform/platform.ts';
import type { Schedule } from './worker.ts';

const minuteMs = 60_000;
/** No schedule comes less often than that: what lies before need not be looked through. */
const longestMs = 32 * 24 * 60 * minuteMs;

/** Those whose minute lies after `from` and not after `to`, in UTC, as the queue reads them. */
export function passedBetween(schedules: readonly Schedule[], from: Date, to: Date): string[] {
  const parsed = parseCronItems(schedules.map(({ task, cron }) => ({ task, match: cron, options: { backfillPeriod: 0 } })));
  const earliest = Math.max(from.getTime(), to.getTime() - longestMs);
  return parsed
    .filter(({ match }) => {
      for (let at = Math.floor(to.getTime() / minuteMs) * minuteMs; at > earliest; at -= minuteMs) if (match(digestOf(new Date(at)))) return true;
      return false;
    })
    .map(({ task }) => task);
}

/** The queue keeps schedules by the machine's clock: what a moved clock has passed over is put into it, each once, however many nights lay between. */
export async function enqueuePassed({ pool }: Pick<Platform, 'pool'>, schedules: readonly Schedule[], from: Date, to: Date): Promise<void> {
  const tasks = passedBetween(schedules, from, to);
  if (tasks.length === 0) return;
  await pool.query("select graphile_worker.add_job(task, '{}'::json, job_key := 'passed ' || task) from unnest($1::text[]) task", [tasks]);
}

const digestOf = (at: Date) => ({
  min: at.getUTCMinutes(),
  hour: at.getUTCHours(),
  date: at.getUTCDate(),
  month: at.getUTCMonth() + 1,
  dow: at.getUTCDay(),
});
