import type pg from 'pg';
import type { TagCache } from '#platform/cache/tag-cache.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Frame } from '#platform/frame.ts';
import type { Identity } from '#platform/identity/identity.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { Mails } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Bus } from '#platform/outbox/bus.ts';
import type { Reaction } from '#platform/outbox/reactions.ts';
import type { Payments } from '#platform/payments/payments.ts';
import type { AccountDeletion } from '#platform/personal-data/forgetting.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Scanner } from '#platform/scan/scan.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Evidence } from '#platform/storage/evidence.ts';
import type { ObjectStore } from '#platform/storage/storage.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import type { Trouble } from '#platform/troubles/trouble.ts';
import type { AdminPanel } from './admin-panel.ts';
import type { ClientAddresses } from './http/requests/client-address.ts';
import type { DescribedData } from './personal-data/retained-data.ts';
import type { PubSub } from './pubsub/pubsub.ts';
import type { Site } from './site/site.server.ts';

/**
 * All external services and shared parts of a process. Created once in `main.ts` (or by the test server) and passed to
 * use cases; there are no globals.
 */
export interface Platform {
  config: Config;
  log: Log;
  /** Security events as log entries of a documented format (docs/reference/security-log.md). */
  security: SecurityLog;
  clock: Clock;
  /** Drizzle over the pool, for reads. Writes go through `write` of `#platform/outbox/write.ts`. */
  db: Db;
  /** The driver's pool, for the few hot reads that use a prepared statement. */
  pool: pg.Pool;
  /** The client's address of a connection, as far as the proxies are trusted. */
  clients: ClientAddresses;
  bus: Bus;
  /** Messages between processes, which may get lost. Facts go through `write`. */
  pubsub: PubSub;
  /** Responses to anonymous reads, invalidated by events. */
  cache: TagCache;
  storage: ObjectStore;
  /** Decodes and renders pictures, in child processes. */
  pictures: Pictures;
  /** Scans for malware; null when it is not configured. */
  scanner: Scanner | null;
  mail: Mailer;
  payments: Payments;
  identity: Identity;
  /** The brand and the announcement. */
  site: Site;
  /** Rate limits across processes. */
  limits: Limits;
  /** Event kind → its jobs; this and the following fields are composed from the features' manifests. */
  reactions: ReadonlyMap<string, readonly Reaction[]>;
  /** The steps of an account deletion. */
  accountDeletion: AccountDeletion;
  /** The frame around the pages. */
  frame: Frame;
  /** The kinds of email, and which of them can be declined. */
  mails: Mails;
  /** By rank. */
  notificationKinds: readonly NotificationKind[];
  /** By rank. */
  adminPanels: readonly AdminPanel[];
  /** Stored personal data, for the privacy page. */
  retainedData: readonly DescribedData[];
  /** Problems that need a person. */
  troubles: readonly Trouble[];
  /** Who may see a file because a record shows it, even if its thing was deleted. */
  evidence: Evidence;
  /** What two members may talk about, by kind. */
  threadSubjects: Readonly<Record<string, ThreadSubject>>;
}
