import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Bulk, BulkRowView, ListRowsInput } from '../contract.ts';
import { unknownBulk } from '../model/bulk.policy.ts';
import { bulkTimes, rowStates } from '../model/bulk.process.ts';
import { isPriceChange, undoVerbs } from '../model/bulk.rules.ts';
import { type BulkChangeRow, type BulkRow, bulkChange, bulkChangeRow } from '../model/bulk.tables.ts';
import { whyText } from '../model/bulk.texts.ts';
import { changeSentence } from './change-words.ts';

/** One of the seller's changes. Refuses another seller's (404). */
async function findChange(db: Db, sellerId: string, id: string): Promise<BulkChangeRow> {
  const [found] = isId(id)
    ? await db
        .select()
        .from(bulkChange)
        .where(and(eq(bulkChange.id, id), eq(bulkChange.sellerId, sellerId)))
    : [];
  if (!found) throw notFound(unknownBulk);
  return found;
}

/** One of the seller's changes with the first page of its listings. Refuses another seller's (404). */
export async function getChange(db: Db, sellerId: string, id: string): Promise<Bulk> {
  const own = await findChange(db, sellerId, id);
  const [counted, { items }] = await Promise.all([countRows(db, id), readRows(db, own, { limit: 50 })]);
  return { ...present(own), counts: counted, changes: items };
}

/** Its listings, paged. */
export async function listRows(db: Db, sellerId: string, id: string, input: ListRowsInput): Promise<Page<BulkRowView>> {
  return readRows(db, await findChange(db, sellerId, id), input);
}

/** The seller's newest changes. */
export async function listChanges(
  db: Db,
  sellerId: string,
): Promise<Pick<Bulk, 'id' | 'status' | 'said' | 'createdAt'>[]> {
  const rows = await db
    .select()
    .from(bulkChange)
    .where(eq(bulkChange.sellerId, sellerId))
    .orderBy(desc(bulkChange.createdAt))
    .limit(10);
  return rows.map(present);
}

async function readRows(
  db: Db,
  own: BulkChangeRow,
  { state, cursor, limit }: ListRowsInput,
): Promise<Page<BulkRowView>> {
  const [after] = cursor ? readCursor(cursor, cursorPart.whole) : [0];
  const rows = await db
    .select()
    .from(bulkChangeRow)
    .where(and(eq(bulkChangeRow.changeId, own.id), state && eq(bulkChangeRow.state, state), gt(bulkChangeRow.n, after)))
    .orderBy(asc(bulkChangeRow.n))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ n }) => [n]);
  return { items: items.map(presentRow), nextCursor };
}

async function countRows(db: Db, id: string): Promise<Bulk['counts']> {
  const rows = await db
    .select({ state: bulkChangeRow.state, n: sql<number>`count(*)::int` })
    .from(bulkChangeRow)
    .where(eq(bulkChangeRow.changeId, id))
    .groupBy(bulkChangeRow.state);
  const counted = new Map(rows.map(({ state, n }) => [state, n]));
  return Object.fromEntries(rowStates.map((state) => [state, counted.get(state) ?? 0])) as Bulk['counts'];
}

function present({
  id,
  status,
  change,
  version,
  createdAt,
  committedAt,
}: BulkChangeRow): Omit<Bulk, 'counts' | 'changes'> {
  const canUndo =
    status === 'committed' && committedAt !== null && (isPriceChange(change) || undoVerbs[change.do] !== null);
  return {
    id,
    status,
    said: changeSentence(change),
    version,
    createdAt: createdAt.toISOString(),
    committedAt: committedAt?.toISOString() ?? null,
    undoUntil: canUndo ? addMs(committedAt, bulkTimes.undoMs).toISOString() : null,
  };
}

function presentRow(row: BulkRow): BulkRowView {
  const { listingId, title, state, currency, priceAmount, newAmount, reason } = row;
  return {
    listingId,
    title,
    state,
    from: money(priceAmount, currency),
    to: newAmount === null ? null : money(newAmount, currency),
    why: whyText(row),
    reason,
  };
}
