import * as z from 'zod';
import type { Platform } from '#platform/platform.ts';

/**
 * A type of job: name and payload schema. The code that enqueues and the code that runs a job share the definition, and
 * the payload is checked at both ends. For compatible changes of a payload see docs/reference/jobs.md.
 */
export interface Job<Payload extends z.ZodObject = z.ZodObject> {
  /** Imperative, prefixed with the feature: `orders.end-purchase`. */
  name: string;
  /** Stored as JSON: strings, numbers, arrays, objects; no dates, and nothing that parsing converts to another type. */
  payload: Payload;
  /** Former names, under which older processes still enqueue it. */
  formerly: readonly string[];
  /**
   * Runs before all jobs that are not urgent, however long they have waited: payment events do not wait behind a
   * backlog of emails. Timers are not urgent.
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
 * The payload of a batch job: ids. The job is set as a timer (`runAt`); timers of one job that are due together become
 * one job of at most `gatheredAtOnce` ids, which are also stored as what the job is about.
 */
export const gatheredSchema = z.object({ gathered: z.array(z.string()) });

/** The largest batch. */
export const gatheredAtOnce = 50;

/** Attempts before a job is given up and listed for the admin, with growing delays: about four hours. */
export const defaultAttempts = 12;

export interface JobTiming {
  /** By the app's clock; the job runs within about a second of it. Absent: as soon as the transaction has committed. */
  runAt?: Date | undefined;
  /** A later job with the same name and key replaces an earlier one that still waits: a timer is moved, not doubled. */
  key?: string | undefined;
  /** Absent: `defaultAttempts`. */
  maxAttempts?: number | undefined;
}

/** A job as stored, with a checked payload. */
export interface NewJob extends JobTiming {
  task: string;
  payload: Record<string, unknown>;
  /** Priority of the queue: lower runs first; absent: 0. */
  priority?: number;
  /** The ids that the job is about, for `jobsUnderWay`. */
  about?: string[];
}

/**
 * Throws a `TypeError` when the payload does not match the schema: a programming error, which rolls back the caller's
 * transaction.
 */
export function newJob(job: Job, payload: unknown, { key, ...timing }: JobTiming = {}): NewJob {
  const checked = job.payload.safeParse(payload);
  if (!checked.success) throw new TypeError(`job ${job.name}: ${issuesOf(checked.error)}`);
  const rest = {
    ...(key === undefined ? {} : { key: `${job.name}:${key}` }),
    ...(job.isUrgent ? { priority: -1 } : {}),
  };
  return { task: job.name, payload: checked.data, ...timing, ...rest };
}

/** A job with its handler. */
export interface RunnableJob {
  job: Job;
  /** Runs the job with the stored payload. Throws: the job is retried later. */
  run(platform: Platform, stored: unknown): Promise<void>;
}

/**
 * Binds a job to its handler. The handler runs at least once, so it must check in the database whether there is still
 * something to do; when it throws, the job is retried later. A payload that does not match never reaches it: the job
 * fails with the name of the field.
 */
export function runs<Payload extends z.ZodObject>(
  job: Job<Payload>,
  work: (platform: Platform, payload: z.output<Payload>) => Promise<unknown>,
): RunnableJob {
  return {
    job,
    run: async (platform, stored) => {
      const checked = job.payload.safeParse(stored ?? {});
      if (!checked.success) throw new TypeError(`job ${job.name}: ${issuesOf(checked.error)}`);
      await work(platform, checked.data);
    },
  };
}

function issuesOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ');
}

/** Called by the worker with the stored payload. */
export type JobHandler = (platform: Platform, payload: Record<string, unknown>) => Promise<void>;
