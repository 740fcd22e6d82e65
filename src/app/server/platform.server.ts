import { TagCache } from '#platform/cache/tag-cache.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openSharedClock } from '#platform/clock/shared-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { watchDiskSpace } from '#platform/db/embedded/disk-space.ts';
import { clientAddresses, openClientAddresses } from '#platform/http/requests/client-address.ts';
import { proxiesOf } from '#platform/http/requests/trusted-proxies.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { openRedis } from '#platform/limits/redis-counters.ts';
import type { Log } from '#platform/log/log.ts';
import { type Mailbox, startMailbox } from '#platform/mail/mailbox.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { callTurns } from '#platform/payments/rate-limit/call-turns.ts';
import { createPayments } from '#platform/payments/stripe.ts';
import { openPictures } from '#platform/pictures/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { configuredPubSub } from '#platform/pubsub/open.ts';
import { createClamd } from '#platform/scan/clamd.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { createSite } from '#platform/site/site.server.ts';
import { openStorage } from '#platform/storage/open.ts';
import type { Composition } from './compose.server.ts';
import { market } from './features.server.ts';

export interface PlatformParts {
  config: Config;
  databaseUrl: string;
  log: Log;
  /** Other features than the app's own: in tests. */
  composition?: Composition | undefined;
  /** Whether this process serves visitors: only then must it know the proxies before it. */
  servesPeople?: boolean;
  /**
   * Whether all database connections are cut when the database does not answer. Off in a process that only imports,
   * which would lose its work. Default: yes.
   */
  isWatched?: boolean;
  /** Whether the database's files share our disk. Default: where no DATABASE_URL is set. */
  isOnOurDisk?: boolean;
}

export interface OpenPlatform {
  platform: Platform;
  /** The sandbox's mailbox; null where mails go to a real server. */
  mailbox: Mailbox | null;
  close(): Promise<void>;
}

const answerBytes = 8 * 1024 * 1024;

/** Opens every port as configured. Nothing runs yet: no requests, no jobs. */
export async function openPlatform({
  config,
  databaseUrl,
  log,
  composition = market,
  servesPeople = false,
  isWatched = true,
  isOnOurDisk = config.databaseUrl === null,
}: PlatformParts): Promise<OpenPlatform> {
  // The embedded database shares our disk; the disk of another database is watched by its operator.
  const hasSpace = isOnOurDisk ? watchDiskSpace(config.dataDir) : undefined;
  const clients = servesPeople
    ? await openClientAddresses(config, log)
    : clientAddresses({ mode: config.mode, trusted: proxiesOf([]) }, log);
  const {
    pool,
    db,
    close: closeDatabase,
  } = openDatabase(databaseUrl, log, config.databasePool, { hasSpace, isWatched });
  const bus = new Bus((error) => log.error('a listener to events failed', { error }));
  const wire = configuredPubSub({ redisUrl: config.redisUrl, databaseUrl, pool, log });
  const sharedClock = config.mode === 'sandbox' ? await openSharedClock(pool, wire, log) : null;
  const clock = sharedClock?.clock ?? systemClock;
  const mailbox = config.smtpUrl === null ? await startMailbox(pool, clock) : null;
  const mail = createMailer(mailbox ?? config.smtpUrl ?? '', config.mailFrom, pool);
  const cache = new TagCache(answerBytes);
  cache.follow(bus);
  const pictures = openPictures(log);
  const counters = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  const security = createSecurityLog({ log, secret: config.authSecret });
  const limits = openLimits({ db, clock, redis: counters, secret: config.authSecret, security });
  const site = createSite({ config, db, bus, cache, clock, log });
  const identity = createIdentity({ site, config, db, pool, bus, clock, log, limits, security });
  // An address of its own is the sandbox's or a test's, which have no rate limit.
  const turn = config.stripe.apiBase === null ? callTurns(limits) : undefined;
  const payments = createPayments(config.stripe, clock, turn);
  const platform: Platform = {
    config,
    log,
    security,
    clock,
    db,
    pool,
    clients,
    bus,
    pubsub: wire,
    reactions: composition.reactions,
    accountDeletion: composition.accountDeletion,
    frame: composition.frame,
    mails: composition.mails,
    notificationKinds: composition.notificationKinds,
    adminPanels: composition.adminPanels,
    retainedData: composition.retainedData,
    troubles: composition.troubles,
    evidence: composition.evidence,
    threadSubjects: composition.threadSubjects,
    identity,
    site,
    limits,
    mail,
    storage: openStorage(config),
    pictures,
    scanner: config.clamdUrl === null ? null : createClamd(config.clamdUrl),
    cache,
    payments,
  };
  return {
    platform,
    mailbox,
    close: async () => {
      clients.close();
      await mail.close();
      await pictures.close();
      await mailbox?.close();
      sharedClock?.close();
      await wire.close();
      counters?.disconnect();
      await closeDatabase();
    },
  };
}
