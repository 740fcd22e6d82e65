import type * as z from 'zod';
import { type Job, type NewJob, newJob } from '#platform/jobs/jobs.ts';
import type { EventDefinition, Happened } from './events.ts';

/** A job that follows each event of a kind, stored in the event's own transaction. */
export interface Reaction {
  event: EventDefinition;
  job: Job;
  payloadOf(event: Happened): unknown;
  /** Whether this one concerns the job; without it each does. */
  when?: ((event: Happened) => boolean) | undefined;
  gather?: Gather<never> | undefined;
  runAt?: ((now: Date) => Date) | undefined;
  aboutOf?: ((event: Happened) => string[]) | undefined;
}

/** One job for all events of a key, in the slot of time after the one in which they fell. */
interface Gather<Data> {
  keyOf(event: Happened<Data>): string;
  slotMs: number;
}

interface How<Data, Payload> {
  /** What the job is told, where it is not the event itself (`{ subject, version, data }`). */
  payload?: (event: Happened<Data>) => Payload;
  when?: (event: Happened<Data>) => boolean;
  gather?: Gather<Data>;
  /**
   * When the job runs. Absent: as soon as the transaction has committed. A batch job (`gatheredSchema`) has one, so
   * that it waits for others.
   */
  runAt?: (now: Date) => Date;
  /** What it is about, for who looks whether such a job is under way (`jobsUnderWay`). */
  about?: (event: Happened<Data>) => string[];
}

/**
 * Says that an event wakes a job. Without `payload` the job gets the event itself, of which its definition takes what
 * it needs.
 */
export function wakes<Data extends z.ZodObject, Payload extends z.ZodObject>(
  event: EventDefinition<Data>,
  job: Job<Payload>,
  ...[how = {}]: Happened<z.output<Data>> extends z.input<Payload>
    ? [how?: How<z.output<Data>, z.input<Payload>>]
    : [how: How<z.output<Data>, z.input<Payload>> & { payload: unknown }]
): Reaction {
  const { payload, when, gather, runAt, about } = how as How<never, unknown>;
  return {
    event,
    job,
    payloadOf: (happened) => (payload ? payload(happened as Happened<never>) : happened),
    when: when as Reaction['when'],
    gather,
    runAt,
    aboutOf: about as Reaction['aboutOf'],
  };
}

/** The job that follows this event; null where it does not concern the job. */
export function jobAfter(
  { job, payloadOf, when, gather, runAt, aboutOf }: Reaction,
  event: Happened,
  now: Date,
): NewJob | null {
  if (when && !when(event)) return null;
  if (!gather)
    return { ...newJob(job, payloadOf(event), { runAt: runAt?.(now) }), ...(aboutOf && { about: aboutOf(event) }) };
  // The end of the slot and not "so long from now": events that keep coming would put the job off for ever.
  const slotEnd = new Date((Math.floor(now.getTime() / gather.slotMs) + 1) * gather.slotMs);
  return newJob(job, payloadOf(event), { key: gather.keyOf(event as Happened<never>), runAt: slotEnd });
}
