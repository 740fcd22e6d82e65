import { eq, inArray } from 'drizzle-orm';
import { conflict, isRefusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import { salesBlockChanged } from '../model/listing.events.ts';
import { salesBlock } from '../model/listing.tables.ts';
import { ownSalesBlockSentence, salesBlockSentence } from '../model/state-sentences.ts';

/** Those of these sellers whose listings can't be bought. */
export async function findSalesBlocks(db: Db, sellerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sellerIds.length === 0) return new Set();
  const { sellerId } = salesBlock;
  const rows = await db
    .select({ sellerId })
    .from(salesBlock)
    .where(inArray(sellerId, [...sellerIds]));
  return new Set(rows.map((row) => row.sellerId));
}

/**
 * Refuses (409) what sells something of a seller whose sales are blocked. The caller holds the listing, and may have
 * read the blocks of several sellers at once.
 */
export async function refuseSalesBlock(tx: Tx, sellerId: string, read?: ReadonlySet<string>): Promise<void> {
  if ((read ?? (await findSalesBlocks(tx.db, [sellerId]))).has(sellerId))
    throw conflict(listingRefusals.salesBlocked, salesBlockSentence, { sellerId });
}

/** Runs what may be refused because of the block. A seller reads what they have to do themselves. */
export async function explainSalesBlock<T>(readerId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error) && error.code === listingRefusals.salesBlocked && error.details?.sellerId === readerId)
      throw conflict(listingRefusals.salesBlocked, ownSalesBlockSentence);
    throw error;
  }
}

/** Their listings stay as they are and can't be bought. Returns whether that is new. */
export async function blockSales(tx: Tx, sellerId: string, now: Date): Promise<boolean> {
  const added = await tx.db
    .insert(salesBlock)
    .values({ sellerId, reason: 'payouts', since: now })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0) appendBlock(tx, sellerId, now);
  return added.length > 0;
}

/** Their listings can be bought again. Returns whether that is new. */
export async function allowSales(tx: Tx, sellerId: string, now: Date): Promise<boolean> {
  const ended = await tx.db.delete(salesBlock).where(eq(salesBlock.sellerId, sellerId)).returning();
  if (ended.length > 0) appendBlock(tx, sellerId, now);
  return ended.length > 0;
}

function appendBlock(tx: Tx, sellerId: string, now: Date): void {
  const topics = [`profile:${sellerId}`, `user:${sellerId}`];
  tx.append(salesBlockChanged, { subject: sellerId, version: now.getTime(), topics, data: {} });
}
