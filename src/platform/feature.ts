import type { Api } from '#platform/http/api.ts';
import type { AnswerAgain } from '#platform/http/repeatable.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Job, RunnableJob } from '#platform/jobs/jobs.ts';
import type { Limit } from '#platform/limits/limits.ts';
import type { EventDefinition, StoredEvent } from '#platform/outbox/events.ts';
import type { Reaction } from '#platform/outbox/reactions.ts';
import type { HearsStripe } from '#platform/payments/intake.ts';
import type { Platform } from '#platform/platform.ts';

/** A live query: who may listen, and to which topics of the outbox. */
export interface Channel {
  /** The topics that this viewer may hear for these parameters. Throws a refusal when they may not. */
  topics(platform: Platform, viewer: Actor | null, params: Record<string, string>): Promise<string[]>;
}

/** All that `app/` needs to know of a room. */
export interface Feature {
  name: string;
  /** Adds the room's endpoints, described for the OpenAPI document. */
  api?(api: Api, platform: Platform): void;
  /** Its limits, for the table in docs/limits.md. */
  limits?: readonly Limit[];
  /** Operation (`POST /api/orders`) → how a repeated request is answered from what its write named as `made`, where the first answer was lost. */
  answersAgain?: Record<string, AnswerAgain>;
  /** The events that this room appends. */
  events?: readonly EventDefinition[];
  /** The jobs of this room, each with what does it. */
  jobs?: readonly RunnableJob[];
  /** Which events wake which jobs of this room, durably. */
  reactions?: readonly Reaction[];
  /** Which of Stripe's news this room follows. */
  hearsStripe?: HearsStripe;
  /** Jobs run on a schedule, in cron's five fields, UTC. They are told nothing. */
  schedules?: readonly { job: Job; cron: string }[];
  /** Reads ahead what the first visitor would otherwise wait for. Runs beside the first requests; failing is no harm. */
  warm?(platform: Platform): Promise<unknown>;
  /** Live query name → channel. */
  channels?: Record<string, Channel>;
  /** What of an event the live channel may carry beyond `{id, version}`; by kind. */
  carries?: Record<string, (event: StoredEvent, viewer: Actor | null) => Record<string, unknown> | null>;
}
