import type * as z from 'zod';

/**
 * A sort of event: its name, in the past tense, and what it says beyond whom it is about. Whoever appends one and
 * whoever follows it read the same definition.
 */
export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  /** `listing.changed`, `order.paid`. */
  kind: string;
  /** Stored as JSON, as a job's payload is; how it may change is the same too (docs/reference/jobs.md). */
  data: Data;
}

export function defineEvent<Data extends z.ZodObject>(kind: string, data: Data): EventDefinition<Data> {
  return { kind, data };
}

/** What is said of one event; `data` may be left out where there is nothing to say. */
export type Happening<Data extends z.ZodObject> = {
  /** Id of the thing that it is about. */
  subject: string;
  /** The thing's version after the change; 0 where it has none. */
  version: number;
  /**
   * Who hears of it live: `listing:ID`, `profile:ID`, `user:ID`, … A visitor can only listen to topics that a channel
   * grants.
   */
  topics: string[];
} & (Record<never, never> extends z.input<Data> ? { data?: z.input<Data> } : { data: z.input<Data> });

/** Something that happened, appended in the transaction that made it so. */
export interface NewEvent {
  kind: string;
  subject: string;
  version: number;
  topics: string[];
  /** Carried to reactions; the live channel sends ids and versions only. */
  data?: Record<string, unknown>;
}

/** An event as those who follow it read it. */
export interface Happened<Data = Record<string, unknown>> extends Omit<NewEvent, 'data'> {
  data: Data;
}

export interface StoredEvent extends NewEvent {
  /** Gapless position in commit order, the id to resume from. */
  position: number;
  at: Date;
  data: Record<string, unknown>;
}

/**
 * Throws when the data is not what the definition says: a mistake of ours, which the caller's transaction must not
 * survive.
 */
export function newEvent<Data extends z.ZodObject>(event: EventDefinition<Data>, happening: Happening<Data>): Happened {
  const { subject, version, topics } = happening;
  const checked = event.data.safeParse(happening.data ?? {});
  if (!checked.success)
    throw new TypeError(
      `event ${event.kind}: ${checked.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`,
    );
  return { kind: event.kind, subject, version, topics, data: checked.data };
}
