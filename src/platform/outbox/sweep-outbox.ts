import { minuteMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * What stays of the outbox: the newest events, twice as many as the live channel resumes over, so that nobody's backlog
 * is swept while it is being read; and all of the last minutes, so that a process that was away for a moment reads on
 * however busy the market was.
 */
export const outboxWindow = { events: 20_000, ms: 10 * minuteMs };

/** Deletes what nobody resumes from any more. Answers how many events went. */
export async function sweepOutbox({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - outboxWindow.ms);
  return sweepRows(pool, 'outbox_event', 'position <= (select last_position from outbox_relay) - $1 and at < $2', [
    outboxWindow.events,
    before,
  ]);
}
