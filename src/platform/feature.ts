import type pg from 'pg';
import type { Db } from '#platform/db/db.ts';
import type { Counter, NavigationEntry } from '#platform/frame.ts';
import type { Job, RunnableJob } from '#platform/jobs/jobs.ts';
import type { Limit } from '#platform/limits/limits.ts';
import type { Quota } from '#platform/limits/quotas.ts';
import type { AlwaysMailed, MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { EventDefinition } from '#platform/outbox/events.ts';
import type { Reaction } from '#platform/outbox/reactions.ts';
import type { HandlesStripe } from '#platform/payments/intake.ts';
import type { DeletionCheck, Erasure } from '#platform/personal-data/forgetting.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Platform } from '#platform/platform.ts';
import type { AnyPolicy } from '#platform/policy/policy.ts';
import type { SecurityKind } from '#platform/security-log/security-kind.ts';
import type { Evidence } from '#platform/storage/evidence.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import type { Trouble } from '#platform/troubles/trouble.ts';
import type { AdminPanel } from './admin-panel.ts';
import type { Api } from './http/requests/api.ts';
import type { AnswerAgain } from './http/requests/repeatable.ts';
import type { Actor } from './identity/sessions/actor.ts';
import type { RetainedData } from './personal-data/retained-data.ts';
import type { Carries } from './realtime/server/hub.ts';

/** Topics that a viewer hears until a moment of the product's clock; nothing from then on. */
export interface TimedTopics {
  topics: string[];
  until: Date;
}

/** What the API document says of a live query. */
export interface ChannelDescription {
  /** Parameter → what it names; `(optional)` where it may be left out. */
  params: Readonly<Record<string, string>>;
  /** Who may listen. */
  by: string;
  /** The kinds of event that a listener may hear. */
  kinds: readonly string[];
}

/** A live query: who may listen, and to which topics of the outbox. */
export interface Channel {
  description: ChannelDescription;
  /**
   * The topics that this viewer may hear for these parameters, for good or until a moment. Throws a refusal when they
   * may not.
   */
  topics(platform: Platform, viewer: Actor | null, params: Record<string, string>): Promise<string[] | TimedTopics>;
  /**
   * The topic that hears of this viewer typing in what has this id; null where nobody may be told. Throws a refusal to
   * whom it is not there.
   */
  typing?(platform: Platform, viewer: Actor | null, id: string): Promise<string | null>;
}

/** Addresses that a room gives to search engines. */
export interface Sitemap {
  /** Pages that are always there. */
  pages?: readonly string[];
  /** Pages that come and go, under `/sitemaps/{name}.xml`. */
  entries?: {
    name: string;
    /** Where its parts of at most `size` addresses begin, each its own sitemap; absent where one is enough. */
    partStarts?(pool: pg.Pool, size: number): Promise<string[]>;
    /** The addresses from one of them on. */
    list(pool: pg.Pool, first: string, size: number): Promise<string[]>;
  };
}

/** A call or a page that takes the text of a file. */
export interface TextUpload {
  at: RegExp;
  /** Of the body. Larger ones are sent as a file. */
  maxBytes: number;
  /**
   * Whether this member may send one there; `id` is what a group of `at` holds. Asked before a byte of the body is
   * read.
   */
  mayUpload(platform: Platform, actor: Actor, id: string): Promise<boolean>;
}

/** All that `app/` needs to know of a room. */
export interface Feature {
  name: string;
  /** Adds the room's endpoints, described for the OpenAPI document. */
  api?(api: Api, platform: Platform): void;
  /** Its limits, for the table in docs/limits.md. */
  limits?: readonly Limit[];
  /** How much of what one may hold at once, for the table beside them. */
  quotas?: readonly Quota[];
  /** Beginnings of addresses of pages that need a member, as whole segments: who has not signed in does so first. */
  memberPages?: readonly string[];
  /** Addresses of pages that need a member while those below them show to everybody. */
  exactMemberPages?: readonly string[];
  /** Where the room stands in the frame around the pages. */
  navigation?: readonly NavigationEntry[];
  /** Counter name → what it counts for a member; a place names the one beside it. */
  counters?: Record<string, Counter>;
  /**
   * Beginnings of addresses of pages that keep a live connection for visitors too; a segment such as `:id` stands for
   * any one.
   */
  livePages?: readonly string[];
  /** Addresses of pages that have a place for advertising. */
  adPages?: readonly string[];
  /** The mails of this room that a member may decline. No two kinds share a name or a rank. */
  mailKinds?: readonly MailKind[];
  /** What this room mails whatever is chosen, and why: shown beside the choices. No two share a rank. */
  alwaysMailed?: readonly AlwaysMailed[];
  /** The kinds of entries that this room writes with `notify` of notifications. No two share a name or a rank. */
  notificationKinds?: readonly NotificationKind[];
  /** What this room tells an operator of a member, as panels of their page. */
  adminPanels?: readonly AdminPanel[];
  /**
   * Who may do what, verb by verb, and where it is asked: each operation of the API, each page that shows what is
   * private, each live query.
   */
  policy?: AnyPolicy;
  /**
   * Addresses that receive files: on the disk, with the limits of whoever receives them in place of the common limit of
   * a body. `api` are calls of the API, `forms` are pages whose form works without a script.
   */
  uploads?: { api?: RegExp; forms?: RegExp };
  /**
   * Addresses that take what stands in a file as text, in JSON or in a form: a larger body, from those who may send
   * one.
   */
  textUploads?: readonly TextUpload[];
  /** Addresses of pages whose form is also sent by servers, which say no `Origin`. What they send must prove itself. */
  acceptsWithoutOrigin?: RegExp;
  /** What search engines may find. */
  sitemap?: Sitemap;
  /** Beginnings of addresses that search engines are asked to leave alone. */
  robotsDisallow?: readonly string[];
  /** Every table of the room with what each column is to a member. */
  personalData?: PersonalData;
  /** What of it the privacy page tells, in words. No two of the market share a rank. */
  retention?: readonly RetainedData[];
  /** This room's share of a member's export, under the name of its part; several rooms may share a part. */
  dataExport?: { part: string; read(db: Db, memberId: string): Promise<Record<string, unknown>> };
  /** What has to be settled before a member may go. */
  deletionCheck?: DeletionCheck;
  /** Which files of other rooms the records of this room show, and to whom. */
  evidence?: Evidence;
  /** How this room forgets a member. */
  erasure?: Erasure;
  /**
   * Operation (`POST /api/orders`, `POST /api/offers/{id}/counter`) → how a repeated request is answered from what its
   * write named as `made`, where the first answer was lost.
   */
  replayedResponses?: Record<string, AnswerAgain>;
  /** The events that this room appends. */
  events?: readonly EventDefinition[];
  /** The jobs of this room, each with what does it. */
  jobs?: readonly RunnableJob[];
  /** Which events wake which jobs of this room, durably. */
  reactions?: readonly Reaction[];
  /** Which of Stripe's news this room follows. */
  handlesStripe?: HandlesStripe;
  /** Jobs run on a schedule, in cron's five fields, UTC. They are told nothing. */
  schedules?: readonly { job: Job; cron: string }[];
  /** Its lines in the security log, for docs/security-log.md. */
  securityKinds?: readonly SecurityKind[];
  /**
   * What can be wrong in this room that only a person can put right: seen by operators, by a monitor and, as it begins,
   * by mail.
   */
  troubles?: readonly Trouble[];
  /**
   * Reads ahead what the first visitor would otherwise wait for. Runs beside the first requests; failing is no harm.
   */
  warmUp?(platform: Platform): Promise<unknown>;
  /** Live query name → channel. */
  channels?: Record<string, Channel>;
  /** Event kind → what its live frame says beyond id and version, for those who may hear it. */
  livePayloads?: Carries;
  /** Kind of thing → how two members may talk about one of this room. */
  threadSubjects?: Record<string, ThreadSubject>;
}
