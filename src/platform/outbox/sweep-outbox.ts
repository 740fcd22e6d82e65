import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * What stays of the outbox: the newest events, twice as many as the live channel resumes over, so that nobody's backlog is swept while it is being read;
 * and all of the last minutes, so that a process that was away for a moment reads on however busy the market was.
 */
export const outboxWindow = { events: 20_000, ms: 10 * minuteMs };

/** A statement deletes this many at most: no lock is held for long, and a first sweep of years is many small ones. */
const batch = 5_000;

/** Deletes what nobody resumes from any more. Answers how many events went. */
export async function sweepOutbox({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - outboxWindow.ms);
  let swept = 0;
  for (let gone = batch; gone === batch; swept += gone) {
    const { rowCount } = await pool.query(
      `delete from outbox_event where id in (
         select id from outbox_event where position <= (select last_position from outbox_relay) - $1 and at < $2 order by position limit ${batch})`,
      [outboxWindow.events, before],
    );
    gone = rowCount ?? 0;
  }
  return swept;
}
