import type * as z from 'zod';

/**
 * A type of event: its name, in the past tense, and the schema of its data. The producer and the consumers share the
 * definition.
 */
export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  /** `listing.changed`, `order.paid`. */
  kind: string;
  /** Stored as JSON, like a job's payload; for compatible changes see docs/reference/jobs.md. */
  data: Data;
}

export function defineEvent<Data extends z.ZodObject>(kind: string, data: Data): EventDefinition<Data> {
  return { kind, data };
}

/** The input of one event; `data` may be left out where the schema allows it. */
export type Happening<Data extends z.ZodObject> = {
  /** Id of the thing that changed. */
  subject: string;
  /** The thing's version after the change; 0 where it has none. */
  version: number;
  /**
   * Topics of the live channel: `listing:ID`, `profile:ID`, `user:ID`, … A viewer gets only topics that a channel
   * grants.
   */
  topics: string[];
} & (Record<never, never> extends z.input<Data> ? { data?: z.input<Data> } : { data: z.input<Data> });

/** An event as appended in the transaction of the change. */
export interface NewEvent {
  kind: string;
  subject: string;
  version: number;
  topics: string[];
  /** Passed to reactions; the live channel sends ids and versions only. */
  data?: Record<string, unknown>;
}

/** An event as its consumers read it. */
export interface Happened<Data = Record<string, unknown>> extends Omit<NewEvent, 'data'> {
  data: Data;
}

export interface StoredEvent extends NewEvent {
  /** Gapless, in commit order: the id to resume from. */
  position: number;
  at: Date;
  data: Record<string, unknown>;
}

/**
 * Throws a `TypeError` when the data does not match the schema: a programming error, which rolls back the caller's
 * transaction.
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
