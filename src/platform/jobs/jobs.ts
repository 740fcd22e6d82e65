import * as z from 'zod';
import type { Platform } from '#platform/platform.ts';

/**
 * A sort of job: what it is called and what it is told. Whoever enqueues one and whoever runs it read the same
 * definition, and the payload is checked at both ends. How a payload may change while older processes still write and
 * run it: docs/reference/jobs.md.
 */
export interface Job<Payload extends z.ZodObject = z.ZodObject> {
  /** An order, in its room's name: `orders.end-hold`. */
  name: string;
  /**
   * What is stored as JSON: texts, numbers, lists, objects; no dates, and nothing that parsing would turn into another
   * type.
   */
  payload: Payload;
  /** Names under which older processes still enqueue it. */
  formerly: readonly string[];
  /**
   * Runs before all that are not, however long they have waited: news of money does not stand behind a heap of mails. A
   * timer takes its turn.
   */
  isUrgent: boolean;
}

export function defineJob<Payload extends z.ZodObject>(
  name: string,
  payload: Payload,
  { formerly = [], isUrgent = false }: Partial<Omit<Job<Payload>, 'name' | 'payload'>> = {},
): Job<Payload> {
  return { name, payload, formerly, isUrgent };
}

/**
 * The payload of a batch job: the ids of what it is about. It is set as a timer (`runAt`); timers of one job with this
 * payload that are due together become one job of at most `gatheredAtOnce` ids, which the queue also knows as what the
 * job is about.
 */
export const gatheredSchema = z.object({ gathered: z.array(z.string()) });

/** The largest batch. */
export const gatheredAtOnce = 50;

/** Tries before a job is left for the operator, with growing pauses between: about four hours. */
export const defaultAttempts = 12;

export interface JobTiming {
  /** In the app's clock; it runs within a second or so of that. Absent: as soon as the transaction has committed. */
  runAt?: Date | undefined;
  /**
   * A later job of the same sort with the same key replaces an earlier one that still waits: a timer that is moved, not
   * doubled.
   */
  key?: string | undefined;
  /** Absent: `defaultAttempts`. */
  maxAttempts?: number | undefined;
}

/** A job as it is stored, its payload checked. */
export interface NewJob extends JobTiming {
  task: string;
  payload: Record<string, unknown>;
  /** The queue's own: less is sooner, 0 where it is absent. */
  priority?: number;
  /** Shown beside it in the queue, for `jobsUnderWay`. */
  about?: string[];
}

/**
 * Throws when the payload is not what the job's definition says: a mistake of ours, which the caller's transaction must
 * not survive.
 */
export function newJob(job: Job, payload: unknown, { key, ...timing }: JobTiming = {}): NewJob {
  const checked = job.payload.safeParse(payload);
  if (!checked.success) throw new TypeError(`job ${job.name}: ${wordsOf(checked.error)}`);
  const rest = {
    ...(key === undefined ? {} : { key: `${job.name}:${key}` }),
    ...(job.isUrgent ? { priority: -1 } : {}),
  };
  return { task: job.name, payload: checked.data, ...timing, ...rest };
}

/** A job that a room runs. */
export interface RunnableJob {
  job: Job;
  /** Runs it with what is stored. Throwing means: try again later. */
  run(platform: Platform, stored: unknown): Promise<void>;
}

/**
 * Binds a job to the function that does it. It runs at least once, so it must find out from the database whether there
 * is still something to do; throwing means: try again later. A payload that does not fit never reaches it: the job
 * fails, and is left for the operator with the name of the field.
 */
export function runs<Payload extends z.ZodObject>(
  job: Job<Payload>,
  work: (platform: Platform, payload: z.output<Payload>) => Promise<unknown>,
): RunnableJob {
  return {
    job,
    run: async (platform, stored) => {
      const checked = job.payload.safeParse(stored ?? {});
      if (!checked.success) throw new TypeError(`job ${job.name}: ${wordsOf(checked.error)}`);
      await work(platform, checked.data);
    },
  };
}

function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ');
}

/** What the worker calls with what is stored. */
export type JobHandler = (platform: Platform, payload: Record<string, unknown>) => Promise<void>;
