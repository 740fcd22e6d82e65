import { minuteMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * What the sweep keeps: twice as many of the newest events as the live channel resumes over, so that no backlog is
 * deleted while it is read; and all of the last minutes, so that a process that was away for a moment can read on under
 * any load.
 */
export const outboxWindow = { events: 20_000, ms: 10 * minuteMs };

/** Deletes events outside the window. Returns the number of deleted events. */
export async function sweepOutbox({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - outboxWindow.ms);
  return sweepRows(pool, 'outbox_event', 'position <= (select last_position from outbox_relay) - $1 and at < $2', [
    outboxWindow.events,
    before,
  ]);
}
