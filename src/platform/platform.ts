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

/**
 * Every outside thing behind its port. Made once in `main.ts` (or by the test server) and handed to use cases; nothing
 * reaches for a global.
 */
export interface Platform {
  config: Config;
  log: Log;
  /** What concerns safety, as lines of a documented shape (docs/security-log.md). */
  security: SecurityLog;
  clock: Clock;
  /** Drizzle over the pool, for reads. Writes go through `write` of `#platform/outbox/write.ts`. */
  db: Db;
  /** The bare driver, for the few hot reads that use a prepared statement. */
  pool: pg.Pool;
  /** Who is at the other end of a connection, as far as the proxies before us are trusted. */
  clients: ClientAddresses;
  bus: Bus;
  /** Quick words to the other processes of this market, which may get lost. Facts go through `write`. */
  pubsub: PubSub;
  /** Answers of anonymous reads, dropped by the event that makes them wrong. */
  cache: TagCache;
  storage: ObjectStore;
  /** Decodes and draws pictures, in processes of its own. */
  pictures: Pictures;
  /** Knows malware; null where whoever runs the market has none. */
  scanner: Scanner | null;
  mail: Mailer;
  payments: Payments;
  identity: Identity;
  /** How often whom may do what, right across processes. */
  limits: Limits;
  /** Which event kinds wake which jobs; filled by composition from the rooms' manifests. */
  reactions: ReadonlyMap<string, readonly Reaction[]>;
  /** How a member goes; filled likewise, as are the next four. */
  accountDeletion: AccountDeletion;
  /** What surrounds the pages. */
  frame: Frame;
  /** What is mailed to members, and what of it they may decline. */
  mails: Mails;
  /** Of what the entries of a member's notifications are, by rank. */
  notificationKinds: readonly NotificationKind[];
  /** By rank. */
  adminPanels: readonly AdminPanel[];
  /** What is kept of people, as the privacy page tells it; filled likewise. */
  retainedData: readonly DescribedData[];
  /** What can be wrong and needs a person; filled likewise. */
  troubles: readonly Trouble[];
  /** To whom a record shows a file, whatever became of what the file belonged to; filled likewise. */
  evidence: Evidence;
  /** What two members may talk about, by its kind; filled likewise. */
  threadSubjects: Readonly<Record<string, ThreadSubject>>;
}
