import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, gt, isNotNull, isNull, lt, min } from 'drizzle-orm';
import { copyFlags } from '#features/catalogue/words.ts';
import type { CreateListingInput } from '#features/listings/contract.ts';
import {
  type Created,
  createListings,
  findListing,
  storedRefusal,
  takeBackListing,
} from '#features/listings/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { isLeft } from '../imports.queries.server.ts';
import { importChanged } from '../model/import.events.ts';
import { commitJob, undoJob } from '../model/import.jobs.ts';
import { importLimits, importTimes } from '../model/import.process.ts';

import {
  type ImportCounts,
  type ImportRowRow,
  importRow,
  type StockImportRow,
  stockImport,
} from '../model/import.tables.ts';
import type { Outcome, PlainOutcome } from '../model/import.texts.ts';
import { moveImport } from './change-import.server.ts';
import { inputOf, type RowToList, whyNotListed } from './listing-of-row.ts';

const asSeller = ({ sellerId, createdAt }: StockImportRow): Actor => ({
  id: sellerId,
  role: 'member',
  via: 'bearer',
  sessionId: null,
  signedInAt: createdAt,
});

const rowOf = (row: Pick<ImportRowRow, 'importId' | 'n'>) =>
  and(eq(importRow.importId, row.importId), eq(importRow.n, row.n));

async function findImport(
  platform: Platform,
  id: string,
  status: StockImportRow['status'],
): Promise<StockImportRow | null> {
  const [found] = await platform.db
    .select()
    .from(stockImport)
    .where(and(eq(stockImport.id, id), eq(stockImport.status, status)));
  return found ?? null;
}

/**
 * Lists the next rows of an import in batches, with a pause between two. The listings of a batch and the marks of its
 * rows are one transaction that starts with the import's lock, so that a killed process repeats nothing and two
 * concurrent ones list nothing twice; a refusal is stored in its row. After `runMs` it enqueues itself for the rest.
 */
export async function listNextRows(
  platform: Platform,
  id: string,
  { after = 0, runMs = importLimits.runMs as number } = {},
): Promise<void> {
  const since = performance.now();
  let last: number | null = after;
  for (let isLast = false; last !== null && !isLast; ) {
    if (last > 0) await pause(importLimits.restMs);
    isLast = performance.now() - since > runMs;
    last = await listBatch(platform, id, last, isLast);
  }
}

/** Answers the row behind which the next batch starts; null where none is left. `isLast`: another run continues. */
function listBatch(platform: Platform, id: string, after: number, isLast: boolean): Promise<number | null> {
  return write(platform, async (tx) => {
    const [own] = await tx.db
      .select()
      .from(stockImport)
      .where(and(eq(stockImport.id, id), eq(stockImport.status, 'committing')))
      .for('update');
    if (!own) return null;
    const next = await nextRows(tx, id, after);
    const listed = await listRows(platform, tx, own, next);
    await markRows(tx, id, listed, platform.clock.now());
    // An older job may have started behind rows that are not listed.
    const last = next.length === importLimits.rowsInBatch ? (next.at(-1)?.n ?? null) : await firstBefore(tx, id, 0);
    if (last === null) await moveImport(tx, id, null, 'finish', { counts: null });
    else {
      await publishProgress(tx, own, {
        counts: own.counts && countedOn(own.counts, listed),
        touchedAt: platform.clock.now(),
      });
      if (isLast) tx.enqueue(commitJob, { importId: id, after: last });
    }
    return last;
  });
}

/** The rows of a batch, by several statements: building many rows at once blocks the process. */
async function nextRows(tx: Tx, id: string, after: number): Promise<RowToList[]> {
  const next: RowToList[] = [];
  for (let from: number | null = after; from !== null && next.length < importLimits.rowsInBatch; ) {
    const most = Math.min(importLimits.rowsReadAtOnce, importLimits.rowsInBatch - next.length);
    const values: (string | number)[] = [id, from, from + importLimits.rowsInBatch, most];
    const { rows }: { rows: RowToList[] } = await connectionOf(tx.db).query<RowToList>({
      name: 'imports-next-rows',
      text: nextText,
      values,
    });
    next.push(...rows);
    from = rows.length === most ? (rows.at(-1)?.n ?? null) : await firstBefore(tx, id, from + importLimits.rowsInBatch);
  }
  return next;
}

// The rows of `isLeft` without an outcome; without their cells, candidates and notes, which would be most of the data.
// A range of numbers, since the planner, with statistics from before the import, expects few rows and would otherwise
// read and sort all of them for each statement.
const nextText = `
  select n, card_id as "cardId", condition, price_amount as "priceAmount", currency, finish, quantity, language, grading, shipping, description, own_sku as "ownSku", place,
    private_note as "privateNote", cost_amount as "costAmount", cost_currency as "costCurrency", edition,
    ${copyFlags.map((flag) => `${importRow[flag].name} as "${flag}"`).join(', ')}
  from stock_import_row
  where import_id = $1 and n > $2 and n <= $3 and status = 'sure' and not is_left_out and card_id is not null and listing_id is null and outcome is null order by n limit $4`;

/** The number before the first row behind `after` that is left to list; null where none is. */
async function firstBefore(tx: Tx, id: string, after: number): Promise<number | null> {
  const [row] = await tx.db
    .select({ n: min(importRow.n) })
    .from(importRow)
    .where(and(eq(importRow.importId, id), gt(importRow.n, after), isLeft, isNull(importRow.outcome)));
  return row?.n == null ? null : row.n - 1;
}

/** The counts after a batch; other changes count the rows again. */
function countedOn(counts: ImportCounts, rows: readonly ListedRow[]): ImportCounts {
  const listed = rows.filter((row) => row.listing_id !== null).length;
  return {
    ...counts,
    listed: counts.listed + listed,
    unlisted: counts.unlisted - listed,
    refused: counts.refused + rows.length - listed,
  };
}

interface ListedRow {
  n: number;
  listing_id: string | null;
  outcome: Outcome | null;
}

async function listRows(
  platform: Platform,
  tx: Tx,
  own: StockImportRow,
  rows: readonly RowToList[],
): Promise<ListedRow[]> {
  const entries = rows.map((row) => ({ row, input: inputOf(row, own.listingStatus) }));
  const whole = entries.flatMap(({ row, input }) => (input === null ? [] : [{ row, input }]));
  const made = await createAll(
    platform,
    tx,
    asSeller(own),
    whole.map(({ input }) => input),
  );
  const refused = entries.flatMap(({ row, input }) =>
    input === null ? [{ n: row.n, listing_id: null, outcome: { code: whyNotListed(row) } }] : [],
  );
  const listed = whole.map(({ row: { n }, input }, at): ListedRow => {
    const answer = made[at];
    if (!answer || 'refusal' in answer)
      return { n, listing_id: null, outcome: answer ? storedRefusal(answer.refusal) : null };
    const isHeldBack = input.status === 'draft' && own.listingStatus !== 'draft';
    return {
      n,
      listing_id: answer.id,
      outcome: isHeldBack ? { code: 'needs_photo' } : null,
    };
  });
  return [...refused, ...listed];
}

/** A refusal of the seller applies to each row. */
async function createAll(
  platform: Platform,
  tx: Tx,
  seller: Actor,
  inputs: readonly CreateListingInput[],
): Promise<Created[]> {
  if (inputs.length === 0) return [];
  try {
    return await createListings(platform, tx, seller, inputs);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return inputs.map(() => ({ refusal: error }));
  }
}

async function markRows(tx: Tx, id: string, rows: readonly ListedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await connectionOf(tx.db).query({
    name: 'imports-mark-rows',
    text: `update stock_import_row r set listing_id = m.listing_id, outcome = m.outcome->>'code', outcome_params = m.outcome->'params', listed_at = case when m.listing_id is null then r.listed_at else $3::timestamptz end
      from jsonb_to_recordset($2::jsonb) as m(n int, listing_id text, outcome jsonb) where r.import_id = $1 and r.n = m.n`,
    values: [id, JSON.stringify(rows), now],
  });
}

/** Takes down what was listed, except sold and reserved copies. Enqueues itself until no listing is left. */
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
  await write(platform, async (tx) => {
    if (next.length < importLimits.rowsAtOnce) return void (await moveImport(tx, id, null, 'finishUndo'));
    await publishProgress(tx, own, { touchedAt: platform.clock.now() });
    tx.enqueue(undoJob, { importId: id });
  });
}

const whyItStays = { sold: 'sold', held: 'reserved' } as const satisfies Record<string, PlainOutcome>;

async function takeBack(platform: Platform, own: StockImportRow, row: ImportRowRow): Promise<void> {
  const outcome = await whatBecameOf(platform, own, row.listingId ?? '');
  await platform.db
    .update(importRow)
    .set({ outcome: outcome.code, outcomeParams: outcome.params ?? null, isLeftOut: true })
    .where(rowOf(row));
}

async function whatBecameOf(platform: Platform, own: StockImportRow, listingId: string): Promise<Outcome> {
  const listing = await findListing(platform, listingId, own.sellerId);
  if (!listing || listing.status === 'removed') return { code: 'gone' };
  try {
    const reason = await takeBackListing(platform, asSeller(own), listing.id);
    return { code: reason ? whyItStays[reason] : 'deleted' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return storedRefusal(error);
  }
}

/** Publishes the progress; the next part follows. */
async function publishProgress(tx: Tx, own: StockImportRow, set: Partial<StockImportRow>): Promise<void> {
  const version = own.version + 1;
  await tx.db
    .update(stockImport)
    .set({ ...set, version })
    .where(eq(stockImport.id, own.id));
  tx.append(importChanged, {
    subject: own.id,
    version,
    topics: [`user:${own.sellerId}`],
    data: { status: own.status },
  });
}

/** Deletes imports that are a month old; their listings stay. */
export async function sweepImports(platform: Platform): Promise<void> {
  await platform.db
    .delete(stockImport)
    .where(lt(stockImport.createdAt, addMs(platform.clock.now(), -importTimes.storedMs)));
}
