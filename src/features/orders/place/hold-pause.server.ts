import { and, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Limit } from '#platform/limits/limits.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { pauseAfter } from '../model/order.rules.ts';
import { holdPause, orders } from '../model/order.tables.ts';
import { ordersLimits } from '../model/orders.limits.ts';

/** In place of a listing: the pause is for all of them. */
const anyListing = '';
/** In place of a buyer: the pause is for all who come from a network. */
const allOf = (network: string) => `network ${network}`;

/** Limit of the known pauses of one listing that are compared with a browser's sessions. */
const mostLookedFor = 200;

/**
 * Counts a hold of this buyer, or an offer of theirs that a rule had accepted, that ended unpaid. Beyond the free ones,
 * each further one lengthens the pause before the next hold: for the buyer, and for all buyers who hold copies of the
 * same listing from the same network.
 */
export async function countUnpaidHold(
  { limits }: Pick<Platform, 'limits'>,
  tx: Tx,
  { buyerId, network }: Pick<Holder, 'buyerId' | 'network'>,
  listingIds: readonly string[],
  now: Date,
): Promise<void> {
  const pause = async (limit: Limit, subject: string, whose: string, listingId: string) => {
    const { count } = await limits.take(limit, subject, tx.db);
    const ms = pauseAfter(count, limit.points);
    if (ms === 0) return;
    const until = addMs(now, ms);
    await tx.db
      .insert(holdPause)
      .values({ buyerId: whose, listingId, until })
      .onConflictDoUpdate({
        target: [holdPause.buyerId, holdPause.listingId],
        set: { until: sql`greatest(${holdPause.until}, ${until})` },
      });
  };
  await tx.db.delete(holdPause).where(and(eq(holdPause.buyerId, buyerId), lt(holdPause.until, now)));
  await pause(ordersLimits.unpaidHolds, buyerId, buyerId, anyListing);
  for (const listingId of listingIds) {
    await pause(ordersLimits.unpaidHoldsOfListing, `${buyerId} ${listingId}`, buyerId, listingId);
    if (network !== null)
      await pause(ordersLimits.unpaidHoldsFromNetwork, `${network} ${listingId}`, allOf(network), listingId);
  }
}

/**
 * Gives a member who signed up again the pauses that run against their former accounts. Repeating it changes nothing.
 */
export async function carryPauses(platform: Platform, memberId: string, formerIds: readonly string[]): Promise<void> {
  await write(platform, async (tx) => {
    const running = and(inArray(holdPause.buyerId, [...formerIds]), gt(holdPause.until, platform.clock.now()));
    const rows = await tx.db.select().from(holdPause).where(running).orderBy(desc(holdPause.until));
    for (const row of rows) {
      await tx.db
        .insert(holdPause)
        .values({ ...row, buyerId: memberId })
        .onConflictDoUpdate({
          target: [holdPause.buyerId, holdPause.listingId],
          set: { until: sql`greatest(${holdPause.until}, ${row.until})` },
        });
    }
  });
}

interface Holder {
  buyerId: string;
  listingId: string;
  /** Null where it is unknown. */
  network: string | null;
}

/** The running pauses of this buyer, and of all who come from this network, that concern these listings. */
export function findPauses(
  tx: Pick<Tx, 'db'>,
  { buyerId, network }: Pick<Holder, 'buyerId' | 'network'>,
  listingIds: readonly string[],
  now: Date,
): Promise<Pause[]> {
  const ofBuyer = and(eq(holdPause.buyerId, buyerId), inArray(holdPause.listingId, [anyListing, ...listingIds]));
  const ofNetwork =
    network === null
      ? undefined
      : and(eq(holdPause.buyerId, allOf(network)), inArray(holdPause.listingId, [...listingIds]));
  return tx.db
    .select()
    .from(holdPause)
    .where(and(or(ofBuyer, ofNetwork), gt(holdPause.until, now)));
}

/** Refuses (429) while one of these pauses keeps this buyer from holding copies of this listing. */
export async function refuseWhilePaused(
  tx: Pick<Tx, 'db'>,
  found: readonly Pause[],
  { buyerId, listingId }: Pick<Holder, 'buyerId' | 'listingId'>,
  now: Date,
): Promise<void> {
  const pauses = latest(found.filter((pause) => [anyListing, listingId].includes(pause.listingId)));
  const own = pauses.find((pause) => pause.buyerId === buyerId);
  if (own)
    throw paused(
      own.listingId === anyListing
        ? 'You reserved cards several times without paying.'
        : 'You reserved this card several times without paying.',
      own.until,
      now,
    );
  const shared = pauses[0];
  if (shared && !(await hasPaid(tx, buyerId)))
    throw paused('This card was reserved from your network several times without payment.', shared.until, now);
}

/**
 * Refuses (429) where this browser has signed in to another account that is paused for this listing: a new account is
 * no way around a pause. Who has paid for an order here before may go on, as behind a paused network: a household
 * shares both.
 */
export async function refuseInPausedBrowser(
  { identity, clock }: Pick<Platform, 'identity' | 'clock'>,
  tx: Tx,
  from: Origin,
  { buyerId, listingId }: Pick<Holder, 'buyerId' | 'listingId'>,
): Promise<void> {
  const client = { ...from, userAgent: '' };
  if (identity.countKnownAccounts(client) < 2) return;
  const now = clock.now();
  const others = await tx.db
    .select()
    .from(holdPause)
    .where(and(eq(holdPause.listingId, listingId), gt(holdPause.until, now), ne(holdPause.buyerId, buyerId)))
    .limit(mostLookedFor);
  const last = latest(others.filter(({ buyerId: other }) => identity.knownDevice(other, client) !== null))[0];
  if (last && !(await hasPaid(tx, buyerId)))
    throw paused('This card was reserved in this browser several times without payment.', last.until, now);
}

export type Pause = typeof holdPause.$inferSelect;

/** The longest first. */
const latest = (pauses: Pause[]): Pause[] => pauses.sort((a, b) => b.until.getTime() - a.until.getTime());

async function hasPaid(tx: Pick<Tx, 'db'>, buyerId: string): Promise<boolean> {
  return (await tx.db.$count(orders, and(eq(orders.buyerId, buyerId), sql`${orders.paidAt} is not null`))) > 0;
}

function paused(what: string, until: Date, now: Date): Refusal {
  return new Refusal(429, orderRefusals.holdPaused, `${what} You can reserve again on ${momentOf(until)}.`, {
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000),
  });
}

/** `22 Nov, 14:35 UTC`, rounded up to the minute. */
function momentOf(until: Date): string {
  const at = new Date(Math.ceil(until.getTime() / 60_000) * 60_000);
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
