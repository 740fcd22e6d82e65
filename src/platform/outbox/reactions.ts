import type { NewJob } from '#platform/jobs/jobs.ts';
import type { NewEvent } from './events.ts';

/** A task that follows each event of a kind; or one that follows all events of a key together, in the slot of time after the one in which they fell. */
export type Reaction = string | { task: string; keyOf(event: NewEvent): string; slotMs: number };

export function jobAfter(reaction: Reaction, event: NewEvent, now: Date): NewJob {
  if (typeof reaction === 'string') return { task: reaction, payload: { ...event } };
  const { task, keyOf, slotMs } = reaction;
  // The end of the slot and not "so long from now": events that keep coming would put the job off for ever.
  return {
    task,
    payload: { ...event },
    key: `${task}:${keyOf(event)}`,
    runAt: new Date((Math.floor(now.getTime() / slotMs) + 1) * slotMs),
  };
}
