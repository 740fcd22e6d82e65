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

/** Topics that a viewer may subscribe to until a moment of the app's clock. */
export interface TimedTopics {
  topics: string[];
  until: Date;
}

/** The description of a live query in the API document. */
export interface ChannelDescription {
  /** Parameter → its meaning; with `(optional)` where it may be left out. */
  params: Readonly<Record<string, string>>;
  /** Who may subscribe. */
  by: string;
  /** The kinds of event that a subscriber may receive. */
  kinds: readonly string[];
}

/** A live query: who may subscribe, and to which topics of the outbox. */
export interface Channel {
  description: ChannelDescription;
  /** The topics for this viewer and these parameters, with or without an end. Throws a refusal without permission. */
  topics(platform: Platform, viewer: Actor | null, params: Record<string, string>): Promise<string[] | TimedTopics>;
  /**
   * The topic for this viewer's typing events in the thread of this id; null when they are not published. Throws a
   * refusal without permission.
   */
  typing?(platform: Platform, viewer: Actor | null, id: string): Promise<string | null>;
}

/** Addresses for search engines. */
export interface Sitemap {
  /** Static pages. */
  pages?: readonly string[];
  /** Pages of stored things, under `/sitemaps/{name}.xml`. */
  entries?: {
    name: string;
    /** The first entry of each part of at most `size` addresses, a sitemap each; absent: one part. */
    partStarts?(pool: pg.Pool, size: number): Promise<string[]>;
    /** The addresses of the part that starts with `first`. */
    list(pool: pg.Pool, first: string, size: number): Promise<string[]>;
  };
}

/** A call or a page that accepts the content of a file as text. */
export interface TextUpload {
  at: RegExp;
  /** Maximum size of the body. Larger files are uploaded. */
  maxBytes: number;
  /** Whether this member may send one; `id` is the group of `at`. Called before the body is read. */
  mayUpload(platform: Platform, actor: Actor, id: string): Promise<boolean>;
}

/** Endpoints, permissions and limits. */
interface ApiFields {
  /** Registers the feature's endpoints, described for the OpenAPI document. */
  api?(api: Api, platform: Platform): void;
  /** Permissions by verb, and where they are checked: operations of the API, private pages, live queries. */
  policy?: AnyPolicy;
  /** Rate limits, listed in docs/reference/limits.md. */
  limits?: readonly Limit[];
  /** Limits of stored things, listed in docs/reference/limits.md. */
  quotas?: readonly Quota[];
  /**
   * Addresses that receive files, which are stored on the disk with the receiver's limits instead of the common body
   * limit. `api`: calls of the API; `forms`: pages whose form works without script.
   */
  uploads?: { api?: RegExp; forms?: RegExp };
  /** Addresses that accept the content of a file as text, in JSON or a form, with a larger body limit. */
  textUploads?: readonly TextUpload[];
  /** Pages whose form is also sent by servers, without `Origin`. Such requests must authenticate themselves. */
  acceptsWithoutOrigin?: RegExp;
  /**
   * Operation (`POST /api/orders`, `POST /api/offers/{id}/counter`) → the response to a repeated request, from the id
   * that the write passed to `made`, in case the first response was lost.
   */
  replayedResponses?: Record<string, AnswerAgain>;
}

/** Pages, their frame, and search engines. */
interface PageFields {
  /** Address prefixes (whole segments) of pages that require a member: a visitor signs in first. */
  memberPages?: readonly string[];
  /** Exact addresses of pages that require a member, while the pages below them are public. */
  exactMemberPages?: readonly string[];
  /** Links in the frame around the pages. */
  navigation?: readonly NavigationEntry[];
  /** Counter name → what it counts for a member; navigation links refer to it. */
  counters?: Record<string, Counter>;
  /** Address prefixes of pages with a live connection for visitors too; a segment such as `:id` matches any segment. */
  livePages?: readonly string[];
  /** Addresses of pages with an advertising slot. */
  adPages?: readonly string[];
  sitemap?: Sitemap;
  /** Address prefixes for `Disallow` in robots.txt. */
  robotsDisallow?: readonly string[];
}

/** Emails, notifications, and threads between members. */
interface MessagingFields {
  /** Emails that a member may decline. No two kinds share a name or a rank. */
  mailKinds?: readonly MailKind[];
  /** Emails that cannot be declined, with the reason, for the settings page. No two share a rank. */
  alwaysMailed?: readonly AlwaysMailed[];
  /** The kinds of notification that this feature sends. No two kinds share a name or a rank. */
  notificationKinds?: readonly NotificationKind[];
  /** Kind of thing → how two members may talk about one of this feature. */
  threadSubjects?: Record<string, ThreadSubject>;
}

/** Personal data: inventory, export, and deletion of an account. */
interface PersonalDataFields {
  /** Every table of the feature, with the meaning of each column for a member. */
  personalData?: PersonalData;
  /** Their description on the privacy page. No two share a rank. */
  retention?: readonly RetainedData[];
  /** The feature's data in a member's export, under `part`; several features may share a part. */
  dataExport?: {
    part: string;
    read(db: Db, memberId: string, kinds: readonly NotificationKind[]): Promise<Record<string, unknown>>;
  };
  /** Checks before an account is deleted. */
  deletionCheck?: DeletionCheck;
  /** Deletes a member's data of this feature. */
  erasure?: Erasure;
  /** Files of other features that this feature's records show, and who may see them. */
  evidence?: Evidence;
}

/** Events, jobs, and live updates. */
interface EventFields {
  /** The events that this feature appends. */
  events?: readonly EventDefinition[];
  /** The jobs of this feature, with their handlers. */
  jobs?: readonly RunnableJob[];
  /** Which events start which jobs of this feature. */
  reactions?: readonly Reaction[];
  /** Jobs with a schedule, in cron's five fields, UTC. Their payload is empty. */
  schedules?: readonly { job: Job; cron: string }[];
  /** The types of Stripe events that this feature handles. */
  handlesStripe?: HandlesStripe;
  /** Live query name → channel. */
  channels?: Record<string, Channel>;
  /** Event kind → the data of its live frame beyond id and version. */
  livePayloads?: Carries;
}

/** Administration and monitoring. */
interface OperationsFields {
  /** Panels with this feature's data on the admin's page of a member. */
  adminPanels?: readonly AdminPanel[];
  /** The feature's entries in the security log, listed in docs/reference/security-log.md. */
  securityKinds?: readonly SecurityKind[];
  /** Problems that only a person can solve: shown to admins, exported to a monitor, and sent by email when they begin. */
  troubles?: readonly Trouble[];
  /** Fills caches for the first visitor, beside the first requests. A failure is only logged. */
  warmUp?(platform: Platform): Promise<unknown>;
}

/** The manifest of a feature: all that `app/` knows of it. */
export interface Feature
  extends ApiFields,
    PageFields,
    MessagingFields,
    PersonalDataFields,
    EventFields,
    OperationsFields {
  name: string;
}
