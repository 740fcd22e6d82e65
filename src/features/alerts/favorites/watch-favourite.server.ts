import { and, eq, sql } from 'drizzle-orm';
import { type ListingUpdates, readListingNews, type Watcher, watchersOf } from '#features/listings/index.server.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { awaitUpdates, type NewAlert } from '../match/await-updates.server.ts';
import { notifyEndingJob } from '../model/alert.jobs.ts';
import { alertChoice, favoriteWatch } from '../model/alert.tables.ts';
import { endingMs } from '../model/alerts.limits.ts';
import { type Seen, whatBecame } from '../model/favourite.rules.ts';

/** Looks at what became of a listing since its watchers last heard of it, and keeps what it is now. */
export async function watchFavourite(platform: Platform, listingId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const [watchers, [copy]] = [await watchersOf(tx.db, listingId), await readListingNews(tx.db, [listingId], now)];
    if (!copy) return;
    await forgetOthers(tx, listingId, watchers);
    if (watchers.length === 0) return;
    const seen = await lockSeen(tx, copy);
    const often = await frequenciesOf(tx, watchers);
    const updates: NewAlert[] = [];
    for (const watcher of watchers) {
      const { memberId } = watcher;
      for (const { kind, about } of whatBecame(copy, seen.get(memberId) ?? firstSeen(copy, watcher)))
        updates.push({
          memberId,
          kind,
          sourceId: listingId,
          listingId,
          about,
          frequency: often.get(memberId) ?? 'now',
        });
    }
    await keepSeen(tx, copy, watchers, seen);
    await awaitUpdates(tx, updates, now);
    if (copy.isForSale && copy.expiresAt) enqueueEnding(tx, copy.id, copy.expiresAt, now);
  });
}

/** Some hours before its end its watchers are told, once of each end. */
export async function notifyEnding(
  platform: Platform,
  { listingId, expiresAt }: { listingId: string; expiresAt: string },
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const [copy] = await readListingNews(tx.db, [listingId], now);
    if (!copy?.isForSale || copy.expiresAt?.toISOString() !== expiresAt) return;
    const watchers = await watchersOf(tx.db, listingId);
    // A digest may come after the end: what ends soon is told at once, however often favourites are told of.
    const of = { kind: 'ending', sourceId: listingId, listingId, about: expiresAt, frequency: 'now' } as const;
    await awaitUpdates(
      tx,
      watchers.map(({ memberId }) => ({ ...of, memberId })),
      now,
    );
  });
}

function enqueueEnding(tx: Tx, listingId: string, expiresAt: Date, now: Date): void {
  const left = expiresAt.getTime() - now.getTime();
  if (left < hourMs) return;
  const runAt = addMs(expiresAt, -Math.min(endingMs, left / 4));
  tx.enqueue(
    notifyEndingJob,
    { listingId, expiresAt: expiresAt.toISOString() },
    { key: `${listingId}-${expiresAt.getTime()}`, runAt },
  );
}

/** Whoever gave it up and marks it again begins anew. */
async function forgetOthers(tx: Tx, listingId: string, watchers: readonly Watcher[]): Promise<void> {
  const ids = watchers.map(({ memberId }) => memberId);
  await tx.db
    .delete(favoriteWatch)
    .where(
      and(eq(favoriteWatch.listingId, listingId), sql`${favoriteWatch.memberId} <> all(${sql.param(ids)}::text[])`),
    );
}

/** Locked in one order, so that of two changes the later one knows what was told. */
async function lockSeen(tx: Tx, { id }: ListingUpdates): Promise<Map<string, Seen>> {
  const rows = await tx.db
    .select()
    .from(favoriteWatch)
    .where(eq(favoriteWatch.listingId, id))
    .orderBy(favoriteWatch.memberId)
    .for('update');
  return new Map(rows.map((row) => [row.memberId, row]));
}

/**
 * Nothing is known of it but what it cost as it was saved: post counts for both alike, and what changed since then was
 * for sale until then.
 */
function firstSeen({ postage, isForSale, updatedAt }: ListingUpdates, { savedPrice, savedAt }: Watcher): Seen {
  return {
    leastAmount: savedPrice.amount + postage.amount,
    currency: savedPrice.currency,
    isForSale: isForSale || updatedAt > savedAt,
  };
}

async function keepSeen(
  tx: Tx,
  copy: ListingUpdates,
  watchers: readonly Watcher[],
  seen: ReadonlyMap<string, Seen>,
): Promise<void> {
  const total = copy.price.amount + copy.postage.amount;
  const rows = watchers.map((watcher) => {
    const before = seen.get(watcher.memberId) ?? firstSeen(copy, watcher);
    const leastAmount = before.currency === copy.price.currency ? Math.min(before.leastAmount, total) : total;
    // A copy that somebody is paying for is neither gone nor back.
    const isForSale = copy.status === 'reserved' ? before.isForSale : copy.isForSale;
    return { memberId: watcher.memberId, listingId: copy.id, leastAmount, currency: copy.price.currency, isForSale };
  });
  for (const some of slicesOf(rows, 2_000)) await keepRows(tx, some);
}

async function keepRows(tx: Tx, rows: (typeof favoriteWatch.$inferInsert)[]): Promise<void> {
  await tx.db
    .insert(favoriteWatch)
    .values(rows)
    .onConflictDoUpdate({
      target: [favoriteWatch.memberId, favoriteWatch.listingId],
      set: {
        leastAmount: sql`excluded.least_amount`,
        currency: sql`excluded.currency`,
        isForSale: sql`excluded.is_for_sale`,
      },
    });
}

async function frequenciesOf(tx: Tx, watchers: readonly Watcher[]) {
  const ids = watchers.map(({ memberId }) => memberId);
  const rows = await tx.db
    .select()
    .from(alertChoice)
    .where(sql`${alertChoice.memberId} = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map((row) => [row.memberId, row.favourites]));
}
