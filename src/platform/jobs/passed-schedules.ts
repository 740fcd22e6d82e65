import { parseCronItems } from 'graphile-worker';
import type { Platform } from '#platform/platform.ts';

export interface Schedule {
  task: string;
  cron: string;
}

export interface Passed {
  task: string;
  /** The last of its minutes that was passed. */
  passedAt: Date;
}

const minuteMs = 60_000;
/** No schedule has a longer interval, so earlier minutes need no search. */
const longestMs = 32 * 24 * 60 * minuteMs;

/** Schedules with a minute after `from` and not after `to`, in UTC, as the queue reads them. */
export function passedBetween(schedules: readonly Schedule[], from: Date, to: Date): Passed[] {
  const parsed = parseCronItems(
    schedules.map(({ task, cron }) => ({ task, match: cron, options: { backfillPeriod: 0 } })),
  );
  const earliest = Math.max(from.getTime(), to.getTime() - longestMs);
  return parsed.flatMap(({ task, match }) => {
    for (let at = Math.floor(to.getTime() / minuteMs) * minuteMs; at > earliest; at -= minuteMs)
      if (match(digestOf(new Date(at)))) return [{ task, passedAt: new Date(at) }];
    return [];
  });
}

/**
 * The queue runs schedules by the machine's clock. This enqueues each schedule that a moved clock has passed, once,
 * however many of its minutes were passed. The payload has that minute (`passedAt`): the clock may have moved on into
 * the next day, whose schedules are still to come.
 */
export async function enqueuePassed(
  { pool }: Pick<Platform, 'pool'>,
  schedules: readonly Schedule[],
  from: Date,
  to: Date,
): Promise<void> {
  const passed = passedBetween(schedules, from, to);
  if (passed.length === 0) return;
  await pool.query(
    `select graphile_worker.add_job(task, json_build_object('passedAt', "passedAt"), job_key := 'passed ' || task)
     from jsonb_to_recordset($1::jsonb) as t(task text, "passedAt" text)`,
    [JSON.stringify(passed)],
  );
}

const digestOf = (at: Date) => ({
  min: at.getUTCMinutes(),
  hour: at.getUTCHours(),
  date: at.getUTCDate(),
  month: at.getUTCMonth() + 1,
  dow: at.getUTCDay(),
});
