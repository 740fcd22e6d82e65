import type * as z from 'zod';
import { type Job, type NewJob, newJob } from '#platform/jobs/jobs.ts';
import type { EventDefinition, Happened } from './events.ts';

/** A job that follows each event of a kind, stored in the event's transaction. */
export interface Reaction {
  event: EventDefinition;
  job: Job;
  payloadOf(event: Happened): unknown;
  /** Filter; absent: every event. */
  when?: ((event: Happened) => boolean) | undefined;
  gather?: Gather<never> | undefined;
  runAt?: ((now: Date) => Date) | undefined;
  aboutOf?: ((event: Happened) => string[]) | undefined;
}

/** One job for all events of a key, at the end of the time slot in which they happened. */
interface Gather<Data> {
  keyOf(event: Happened<Data>): string;
  slotMs: number;
}

interface How<Data, Payload> {
  /** The job's payload, where it is not the event itself (`{ subject, version, data }`). */
  payload?: (event: Happened<Data>) => Payload;
  when?: (event: Happened<Data>) => boolean;
  gather?: Gather<Data>;
  /**
   * When the job runs. Absent: as soon as the transaction has committed. A batch job (`gatheredSchema`) has one, so
   * that it can collect more ids.
   */
  runAt?: (now: Date) => Date;
  /** The ids that the job is about, for `jobsUnderWay`. */
  about?: (event: Happened<Data>) => string[];
}

/** Makes a job follow an event. Without `payload` the job gets the event itself; its schema picks the fields. */
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

/** The job that follows this event; null when the filter skips it. */
export function jobAfter(
  { job, payloadOf, when, gather, runAt, aboutOf }: Reaction,
  event: Happened,
  now: Date,
): NewJob | null {
  if (when && !when(event)) return null;
  if (!gather)
    return { ...newJob(job, payloadOf(event), { runAt: runAt?.(now) }), ...(aboutOf && { about: aboutOf(event) }) };
  // The end of the slot and not a delay from now: a stream of events would postpone the job for ever.
  const slotEnd = new Date((Math.floor(now.getTime() / gather.slotMs) + 1) * gather.slotMs);
  return newJob(job, payloadOf(event), { key: gather.keyOf(event as Happened<never>), runAt: slotEnd });
}
