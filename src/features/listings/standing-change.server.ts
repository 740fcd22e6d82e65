import { and, asc, eq, inArray } from 'drizzle-orm';
import { isSuspended } from '#features/members/index.server.ts';
import { traderDataDueAt } from '#features/traders/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { mailUnnamedJob } from './listing.jobs.ts';
import { moveListing } from './listing.move.server.ts';
import { stateForSale } from './listing.rules.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { lockShelf } from './listing.write.server.ts';
import { tellPaused } from './tell-member.server.ts';

const mover = { by: 'standing' } as const;

/** Whether what this seller has for sale waits: an operator marked them as a trader, and the time to show who sells is over. */
export async function isHeldBack(tx: Pick<Tx, 'db'>, sellerId: string, now: Date): Promise<boolean> {
  const dueAt = await traderDataDueAt(tx.db, sellerId);
  return dueAt !== null && dueAt <= now;
}

/**
 * What a trader's missing or complete data does to their listings (article 30 of the Digital Services Act), in the caller's transaction; repeating it changes
 * nothing. Copies that are held for a buyer stay theirs. Answers whether anything is for sale again.
 */
export async function applyStanding(tx: Tx, sellerId: string, now: Date): Promise<boolean> {
  await lockShelf(tx, sellerId);
  const isOut = await isHeldBack(tx, sellerId, now);
  const rows = await tx.db
    .select()
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), inArray(listing.status, isOut ? ['active', 'reserved'] : ['paused'])))
    .orderBy(asc(listing.id))
    .for('update');
  if (isOut) await pauseAll(tx, sellerId, rows, now);
  else
    return resumeAll(
      tx,
      sellerId,
      rows.filter(({ pausedBy }) => pausedBy === 'standing'),
      now,
    );
  return false;
}

async function pauseAll(tx: Tx, sellerId: string, rows: readonly ListingRow[], now: Date): Promise<void> {
  for (const row of rows) await moveListing(tx, row, { verb: 'pause', mover }, now);
  if (rows.length === 0) return;
  await tellPaused(tx, 'standing', rows, now);
  tx.enqueue(mailUnnamedJob, { sellerId, paused: rows.length, at: now.toISOString() });
}

async function resumeAll(tx: Tx, sellerId: string, rows: readonly ListingRow[], now: Date): Promise<boolean> {
  if (rows.length === 0) return false;
  const isShut = await isSuspended(tx.db, sellerId);
  for (const row of rows) await moveListing(tx, row, { verb: 'resume', mover, to: isShut ? 'paused_by_suspension' : stateForSale(row, now) }, now);
  return !isShut;
}
