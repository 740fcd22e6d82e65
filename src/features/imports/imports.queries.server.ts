import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { pickFlags } from '#features/catalogue/words.ts';
import { listingLimits } from '#features/listings/index.server.ts';
import { findListedTable } from '#features/shipping/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import { notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { ImportedRow, StockImport } from './contract.ts';
import { unknownImport } from './model/import.policy.ts';
import { importLimits, importTimes } from './model/import.process.ts';
import {
  type ImportCounts,
  type ImportRowRow,
  importRow,
  type StockImportRow,
  stockImport,
} from './model/import.tables.ts';
import { notesText, outcomeText, unreadOf } from './model/import.texts.ts';

/** Selects rows of an import; all by default. */
export interface RowChoice {
  status?: ImportedRow['status'] | undefined;
  /** Only rows without a listing, or whose listing was deleted by an undo. */
  isUnlisted?: boolean;
  /** Only rows with a listing that was not deleted by an undo. */
  isListed?: boolean;
  /** Only rows whose price requires a photo: not listed yet, or drafts without one. */
  needsPhoto?: boolean;
  from?: number;
  rows?: number;
}

/** One of the seller's imports without its rows. Refuses another seller's (404). */
export async function findImport(db: Db, sellerId: string, id: string): Promise<StockImportRow> {
  const own = and(eq(stockImport.id, id), eq(stockImport.sellerId, sellerId));
  const [found] = isId(id) ? await db.select().from(stockImport).where(own) : [];
  if (!found) throw notFound(unknownImport);
  return found;
}

/** One of the seller's imports with the selected rows. Refuses another seller's (404). */
export async function getImport(
  db: Db,
  sellerId: string,
  id: string,
  {
    status,
    needsPhoto = false,
    isUnlisted: withoutListing = false,
    isListed = false,
    from = 0,
    rows: most = importLimits.rowsShown,
  }: RowChoice = {},
): Promise<StockImport> {
  const own = await findImport(db, sellerId, id);
  const chosen = and(
    eq(importRow.importId, id),
    status && eq(importRow.status, status),
    withoutListing ? sql`not ${wasListed}` : undefined,
    isListed ? wasListed : undefined,
    needsPhoto ? or(willNeedPhoto, isDraftWithoutPhoto) : undefined,
  );
  const [counted, rows] = await Promise.all([
    own.status === 'committing' && own.counts ? own.counts : countRows(db, id),
    db.select().from(importRow).where(chosen).orderBy(asc(importRow.n)).offset(from).limit(most),
  ]);
  return present(db, own, rows, counted);
}

const ofStatus = (status: ImportRowRow['status']) => countOf(eq(importRow.status, status));
const countOf = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
/** The rows that a commit lists: sure ones, and doubtful ones that the seller accepted. */
const isToList = and(eq(importRow.status, 'sure'), eq(importRow.isLeftOut, false), isNotNull(importRow.cardId));
/** Those that are not listed yet. */
export const isLeft = and(isToList, isNull(importRow.listingId));
const wasListed = and(
  isNotNull(importRow.listingId),
  sql`coalesce(${importRow.outcome}, '') not in ('deleted', 'gone')`,
);
/** Rows that are neither listed nor left out. */
export const isUnlisted = and(eq(importRow.isLeftOut, false), isNull(importRow.listingId));
/** Doubtful only because the file has no finish. */
export const isWithoutFinish = and(
  eq(importRow.status, 'doubtful'),
  isUnlisted,
  isNotNull(importRow.cardId),
  isNull(importRow.finish),
  sql`jsonb_array_length(${importRow.noteCodes}) = 1 and ${importRow.noteCodes} -> 0 ->> 'code' = 'finish_unsaid' and cardinality(${importRow.notes}) = 0`,
);
const asksForPhoto = gte(importRow.priceAmount, listingLimits.photoRequiredFrom);
const willNeedPhoto = and(isLeft, asksForPhoto);
/** Read only: the listings feature owns the state of a listing. */
const isDraftWithoutPhoto = and(
  asksForPhoto,
  sql`exists (select 1 from listing l where l.id = ${importRow.listingId} and l.status = 'draft' and l.photos = '[]'::jsonb)`,
);
const counts = {
  sure: ofStatus('sure'),
  doubtful: ofStatus('doubtful'),
  rejected: ofStatus('rejected'),
  of: countOf(isToList),
  listed: countOf(isNotNull(importRow.listingId)),
  refused: countOf(and(isLeft, isNotNull(importRow.outcome))),
  withoutPrice: countOf(and(isLeft, isNull(importRow.priceAmount))),
  withoutFinish: countOf(isWithoutFinish),
  withoutCondition: countOf(and(isLeft, isNull(importRow.condition))),
  withoutShipping: countOf(and(isLeft, isNull(importRow.shipping))),
  unlisted: countOf(isUnlisted),
  willNeedPhoto: countOf(willNeedPhoto),
  forSale: countOf(sql`exists (select 1 from listing l where l.id = ${importRow.listingId} and l.status = 'active')`),
  drafts: countOf(sql`exists (select 1 from listing l where l.id = ${importRow.listingId} and l.status = 'draft')`),
  needPhoto: countOf(isDraftWithoutPhoto),
};

/** The drafts of an import without a photo, in the order of the file. */
export async function listDraftsWithoutPhoto(
  db: Db,
  importId: string,
  most: number,
): Promise<{ row: number; listingId: string; title: string }[]> {
  const rows = await db
    .select({
      row: importRow.n,
      listingId: importRow.listingId,
      title: sql<string>`(select l.title from listing l where l.id = ${importRow.listingId})`,
    })
    .from(importRow)
    .where(and(eq(importRow.importId, importId), isDraftWithoutPhoto))
    .orderBy(asc(importRow.n))
    .limit(most);
  return rows.flatMap(({ row, listingId, title }) => (listingId === null ? [] : [{ row, listingId, title }]));
}
/** What the rows of an import that will be or are for sale are worth, by currency. */
export async function totalValue(db: Db, importId: string): Promise<Money[]> {
  const amount = sql<number>`sum(${importRow.priceAmount} * ${importRow.quantity})::bigint`.mapWith(Number);
  return db
    .select({ amount, currency: importRow.currency })
    .from(importRow)
    .where(and(eq(importRow.importId, importId), isToList, isNotNull(importRow.priceAmount)))
    .groupBy(importRow.currency)
    .orderBy(desc(amount));
}

/** The currency of most rows that are not listed yet. */
export async function usualCurrency(db: Db, importId: string): Promise<Currency> {
  const [most] = await db
    .select({ currency: importRow.currency })
    .from(importRow)
    .where(and(eq(importRow.importId, importId), isUnlisted))
    .groupBy(importRow.currency)
    .orderBy(desc(sql`count(*)`), asc(importRow.currency))
    .limit(1);
  return most?.currency ?? 'USD';
}

/** The rows, and those of them that are listed, of each of these imports. */
export async function rowCounts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { rows: number; listed: number }>> {
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ id: importRow.importId, rows: countOf(sql`true`), listed: countOf(wasListed) })
    .from(importRow)
    .where(inArray(importRow.importId, [...ids]))
    .groupBy(importRow.importId);
  return new Map(counted.map(({ id, ...counts }) => [id, counts]));
}

const none: ImportCounts = {
  sure: 0,
  doubtful: 0,
  rejected: 0,
  of: 0,
  listed: 0,
  refused: 0,
  withoutPrice: 0,
  unlisted: 0,
};

export async function countRows(db: Db, id: string): Promise<ImportCounts> {
  const [counted] = await db.select(counts).from(importRow).where(eq(importRow.importId, id));
  return counted ?? none;
}

/** The seller's imports, newest first, without their rows. */
export function listImports(db: Db, sellerId: string): Promise<StockImportRow[]> {
  return db
    .select()
    .from(stockImport)
    .where(eq(stockImport.sellerId, sellerId))
    .orderBy(desc(stockImport.createdAt))
    .limit(20);
}

async function present(
  db: Db,
  own: StockImportRow,
  rows: readonly ImportRowRow[],
  counted: ImportCounts,
): Promise<StockImport> {
  const cards = await findCardsByIds(
    db,
    rows.flatMap(({ cardId, candidates }) => [...(cardId ? [cardId] : []), ...candidates]),
  );
  const cardOf = (id: string | null): ImportedRow['card'] => {
    const card = id === null ? undefined : cards.get(id);
    return card
      ? {
          id: card.id,
          name: card.name,
          setName: card.setName,
          number: card.number,
          rarity: card.rarity,
          finishes: card.finishes,
        }
      : null;
  };
  const {
    sure,
    doubtful,
    rejected,
    listed,
    refused,
    of,
    withoutPrice,
    withoutFinish = 0,
    withoutCondition = 0,
    withoutShipping = 0,
    unlisted,
    willNeedPhoto: will = 0,
    forSale = 0,
    drafts = 0,
    needPhoto = 0,
  } = counted;
  // A shipping table applies to all listings of its seller.
  const hasTable = withoutShipping > 0 && (await findListedTable(db, own.sellerId)).methods !== null;
  return {
    id: own.id,
    fileName: own.fileName,
    format: own.format,
    status: own.status,
    counts: { sure, doubtful, rejected },
    progress: {
      listed,
      refused,
      of,
      withoutPrice,
      withoutFinish,
      withoutCondition,
      withoutShipping: hasTable ? 0 : withoutShipping,
      unlisted,
      willNeedPhoto: will,
      forSale,
      drafts,
      needPhoto,
    },
    notes: notesText(own),
    version: own.version,
    createdAt: own.createdAt.toISOString(),
    committedAt: own.committedAt?.toISOString() ?? null,
    undoUntil:
      own.committedAt && own.status === 'committed' ? addMs(own.committedAt, importTimes.undoMs).toISOString() : null,
    rows: rows.map((row) => ({
      row: row.n,
      status: row.status,
      said: row.said,
      card: cardOf(row.cardId),
      candidates: row.candidates.flatMap((id) => cardOf(id) ?? []),
      condition: row.condition,
      finish: row.finish,
      edition: row.edition,
      ...pickFlags(row),
      language: row.language,
      quantity: row.quantity,
      price: row.priceAmount === null ? null : money(row.priceAmount, row.currency),
      grading: row.grading,
      description: row.description,
      sku: row.ownSku,
      place: row.place,
      privateNote: row.privateNote,
      cost: row.costAmount === null || row.costCurrency === null ? null : money(row.costAmount, row.costCurrency),
      leftOut: row.isLeftOut,
      notes: notesText(row),
      unread: unreadOf(row),
      listingId: row.listingId,
      hasListing: row.listingId !== null && row.outcome !== 'deleted' && row.outcome !== 'gone',
      outcome: outcomeText(row),
    })),
  };
}
