import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { createListing, findListing, needsPhoto, removeListing } from '#features/listings/index.server.ts';
import { money } from '#kernel/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { moveImport } from './change-import.server.ts';
import { importChanged } from './import.events.ts';
import { commitJob, undoJob } from './import.jobs.ts';
import { importLimits, importTimes } from './import.process.ts';
import { type ImportRowRow, importRow, type StockImportRow, stockImport } from './import.tables.ts';
import { isLeft } from './imports.queries.server.ts';

const asSeller = ({ sellerId, createdAt }: StockImportRow): Actor => ({
  id: sellerId,
  role: 'member',
  via: 'bearer',
  sessionId: null,
  signedInAt: createdAt,
});

const rowOf = (row: Pick<ImportRowRow, 'importId' | 'n'>) => and(eq(importRow.importId, row.importId), eq(importRow.n, row.n));

async function findImport(platform: Platform, id: string, status: StockImportRow['status']): Promise<StockImportRow | null> {
  const [found] = await platform.db
    .select()
    .from(stockImport)
    .where(and(eq(stockImport.id, id), eq(stockImport.status, status)));
  return found ?? null;
}

/**
 * Lists the next rows of an import. A row's listing and the mark that it is listed are one transaction, so that a process that dies in between repeats nothing;
 * what a listing is refused for stands beside its row. Enqueues itself until no row is left.
 */
export async function listNextRows(platform: Platform, id: string): Promise<void> {
  const own = await findImport(platform, id, 'committing');
  if (!own) return;
  const next = await platform.db
    .select()
    .from(importRow)
    .where(and(eq(importRow.importId, id), isLeft, isNull(importRow.outcome)))
    .orderBy(asc(importRow.n))
    .limit(importLimits.rowsAtOnce);
  for (const row of next) await listRow(platform, own, row);
  await write(platform, (tx) => goOn(tx, own, next.length === importLimits.rowsAtOnce, 'finish', commitJob));
}

async function listRow(platform: Platform, own: StockImportRow, row: ImportRowRow): Promise<void> {
  const { cardId, condition, priceAmount, finish, quantity, language, grading, description, ownSku, place, privateNote, costAmount, costCurrency } =
    row;
  const refuse = (outcome: string) => platform.db.update(importRow).set({ outcome }).where(rowOf(row));
  if (cardId === null || condition === null || priceAmount === null) {
    await refuse(priceAmount === null ? 'There is no price, so it was not listed.' : 'The row is not whole, so it was not listed.');
    return;
  }
  const isDraft = own.listingStatus === 'draft' || needsPhoto(money(priceAmount, row.currency));
  try {
    await createListing(
      platform,
      asSeller(own),
      {
        catalogueCardId: cardId,
        condition: condition as 'near_mint',
        language: language as 'en',
        quantity,
        price: money(priceAmount, row.currency),
        status: isDraft ? 'draft' : 'active',
        ...(finish !== null && { finish: finish as 'normal' }),
        ...(grading && { grading }),
        ...(description !== null && { description }),
        sku: ownSku,
        place,
        privateNote,
        cost: costAmount === null || costCurrency === null ? null : money(costAmount, costCurrency),
      },
      {
        alongside: async (tx, listingId) => {
          const marked = await tx.db
            .update(importRow)
            .set({
              listingId,
              listedAt: platform.clock.now(),
              outcome: isDraft && own.listingStatus !== 'draft' ? 'It is a draft: from $20.00 up a listing needs a photo.' : null,
            })
            .where(and(rowOf(row), isNull(importRow.listingId)))
            .returning({ n: importRow.n });
          if (marked.length === 0) throw new AlreadyListed();
        },
      },
    );
  } catch (error) {
    if (error instanceof AlreadyListed) return;
    if (!isRefusal(error)) throw error;
    await refuse(error.message);
  }
}

/** Another process took this row up meanwhile. */
class AlreadyListed extends Error {}

/** Takes down what was listed, as far as nobody bought it or is about to. Enqueues itself until no listing is left. */
export async function takeBackNextRows(platform: Platform, id: string): Promise<void> {
  const own = await findImport(platform, id, 'undoing');
  if (!own) return;
  const next = await platform.db
    .select()
    .from(importRow)
    .where(and(eq(importRow.importId, id), isNotNull(importRow.listingId), eq(importRow.isLeftOut, false)))
    .orderBy(asc(importRow.n))
    .limit(importLimits.rowsAtOnce);
  for (const row of next) await takeBack(platform, own, row);
  await write(platform, (tx) => goOn(tx, own, next.length === importLimits.rowsAtOnce, 'finishUndo', undoJob));
}

async function takeBack(platform: Platform, own: StockImportRow, row: ImportRowRow): Promise<void> {
  const listing = await findListing(platform, row.listingId ?? '', own.sellerId);
  let outcome = 'It was taken back.';
  if (!listing || listing.status === 'removed') outcome = 'It was gone already.';
  else if (listing.quantityAvailable < listing.quantity) outcome = 'Copies were sold since, so it stays.';
  else
    await removeListing(platform, asSeller(own), listing.id).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      outcome = error.message;
    });
  await platform.db.update(importRow).set({ outcome, isLeftOut: true }).where(rowOf(row));
}

async function goOn(tx: Tx, own: StockImportRow, hasMore: boolean, end: 'finish' | 'finishUndo', job: typeof commitJob): Promise<void> {
  if (!hasMore) {
    await moveImport(tx, own.id, null, end);
    return;
  }
  const version = own.version + 1;
  await tx.db.update(stockImport).set({ version }).where(eq(stockImport.id, own.id));
  tx.append(importChanged, { subject: own.id, version, topics: [`user:${own.sellerId}`], data: { status: own.status } });
  tx.enqueue(job, { importId: own.id });
}

/** Forgets imports of a month ago; their listings stay. */
export async function sweepImports(platform: Platform): Promise<void> {
  await platform.db.delete(stockImport).where(lt(stockImport.createdAt, addMs(platform.clock.now(), -importTimes.keptMs)));
}
