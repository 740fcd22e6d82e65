import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { typesReceived } from '#platform/payments/intake.ts';
import { reconcileStripe } from '#platform/payments/reconcile.ts';
import { Courier } from '#platform/payments/sandbox/courier.ts';
import { noFaults } from '#platform/payments/sandbox/faults.ts';
import type { Platform } from '#platform/platform.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { features } from '../../src/app/server/features.server.ts';
import { readDemoCards } from './cards.ts';
import type { Chapter, Demo, DemoScale } from './chapter.ts';
import { adsChapter } from './make-ads.ts';
import { alertsChapter } from './make-alerts.ts';
import { factsChapter } from './make-facts.ts';
import { favouritesChapter } from './make-favourites.ts';
import { listsChapter } from './make-lists.ts';
import { membersChapter } from './make-members.ts';
import { talkChapter, updatesChapter } from './make-messages.ts';
import { notifiedChapter } from './make-notifications.ts';
import { salesChapter } from './make-sales.ts';
import { stockChapter } from './make-stock.ts';
import { tradersChapter } from './make-traders.ts';
import { wantsChapter } from './make-wants.ts';
import { demoMembers } from './members.ts';
import { payoutsChapter } from './payouts/make-payouts.ts';
import { openSimulator } from './simulator.ts';
import { beginDemo, type DemoState, finishDemo, readDemoState, wipeDemo } from './state.ts';

/**
 * Each may use what those before it have made. The past comes before today's stock, or it would take the places that a
 * free member has for that. Payouts come when all orders are there.
 */
const chapters: readonly Chapter[] = [
  membersChapter,
  tradersChapter,
  salesChapter,
  stockChapter,
  favouritesChapter,
  talkChapter,
  wantsChapter,
  listsChapter,
  alertsChapter,
  notifiedChapter,
  adsChapter,
  payoutsChapter,
  factsChapter,
  updatesChapter,
];

const wholeDemo: DemoScale = { listings: 2_200, soldListings: 330 };
const simulatorCount = 6;
/** Any number will do as long as nothing else uses it. */
const turnKey = 7_305_163;

/**
 * Makes the demo market once, in an empty market. A start that was killed meanwhile left it half made: the next one
 * removes it and starts again, which is quicker than finding out how far it came. Where other people are members
 * already, nothing is made and nothing is taken away.
 */
export async function ensureDemo(
  platform: Platform,
  say: (line: string) => void,
  scale: DemoScale = wholeDemo,
): Promise<DemoState> {
  // Several processes of one market may start at once: one makes it, the others wait and find it made.
  const turn = await platform.pool.connect();
  try {
    await takeTurn(turn);
    const state = await readDemoState(platform.pool, demoMembers);
    return state === 'ready' || state === 'strangers' ? state : await makeDemo(platform, say, scale, state);
  } finally {
    // Ends the connection, and with it the lock.
    turn.release(true);
  }
}

/**
 * Asks again and again: the other makes it for longer than one statement may wait, and one that stands waiting holds a
 * snapshot.
 */
async function takeTurn(turn: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await turn.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turnKey]);
    if (rows[0]?.mine) return;
    await pause(200);
  }
}

/** Whether there is nothing to make: it is made, or the market belongs to others. */
export async function isDemoSettled(pool: pg.Pool): Promise<boolean> {
  const state = await readDemoState(pool, demoMembers);
  return state === 'ready' || state === 'strangers';
}

async function makeDemo(
  platform: Platform,
  say: (line: string) => void,
  scale: DemoScale,
  state: DemoState,
): Promise<DemoState> {
  const startedAt = Date.now();
  const work = openDatabase(unhurried(platform.pool), platform.log, simulatorCount + 2);
  try {
    if (state === 'half') {
      say('Removing incomplete demo data…');
      await wipeDemo(work.pool);
    }
    await beginDemo(platform.pool, platform.clock.now());
    // A bus and reactions of its own: a year of past events would be a year of emails in the
    // mailbox.
    const security = createSecurityLog({ log: createLog('silent'), secret: platform.config.authSecret });
    const base: Platform = {
      ...platform,
      pool: work.pool,
      db: work.db,
      bus: new Bus(),
      reactions: new Map(),
      log: createLog('error'),
      security,
    };
    const simulators = await Promise.all(Array.from({ length: simulatorCount }, () => openSimulator(base)));
    const now = platform.clock.now();
    const demo: Demo = {
      platform: base,
      simulators,
      now,
      scale,
      cards: await readDemoCards(base),
      members: new Map(),
      listings: [],
      progress: () => {},
    };
    for (const chapter of chapters) {
      demo.progress = everyTenSeconds((done, of) =>
        say(`  creating demo data: ${chapter.name}, ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`),
      );
      await chapter.make(demo);
    }
    await closeBooks(base);
    await work.pool.query('analyze');
    await finishDemo(platform.pool, platform.clock.now());
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    say(
      `Created demo data (${demo.members.size} members, ${demo.listings.length.toLocaleString('en')} listings, a year of orders) in ${seconds} s.`,
    );
    return 'ready';
  } finally {
    await work.close();
  }
}

/**
 * Half a market is thrown away after a crash, so its commits need not wait for the disk; the mark that ends it does,
 * and with it all before it.
 */
function unhurried(pool: pg.Pool): string {
  const url = new URL(pool.options.connectionString ?? '');
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/**
 * The past year's webhooks are never carried: each order has been brought in line already, and the list of events is
 * ticked off as compared.
 */
async function closeBooks(platform: Platform): Promise<void> {
  const { pool, clock, log } = platform;
  const courier = new Courier({
    pool,
    clock,
    log,
    webhookUrl: '',
    webhookSecret: '',
    faults: () => ({ ...noFaults, dropWebhooks: true }),
  });
  await courier.settle();
  await courier.close();
  const simulator = await openSimulator(platform);
  await reconcileStripe(simulator.platform, typesReceived(features));
}

function everyTenSeconds(say: (done: number, of: number) => void): (done: number, of: number) => void {
  let saidAt = Date.now();
  return (done, of) => {
    if (Date.now() - saidAt < 10_000) return;
    saidAt = Date.now();
    say(done, of);
  };
}
