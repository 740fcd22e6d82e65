import { and, asc, desc, eq } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { money } from '#kernel/money.ts';
import { notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { ImportedRow, StockImport } from './contract.ts';
import { unknownImport } from './import.policy.ts';
import { importTimes } from './import.process.ts';
import { type ImportRowRow, importRow, type StockImportRow, stockImport } from './import.tables.ts';

/** One of the seller's imports with its rows; 404 for anybody else's. */
export async function getImport(db: Db, sellerId: string, id: string): Promise<StockImport> {
  const found = isId(id)
    ? await db
        .select()
        .from(stockImport)
        .where(and(eq(stockImport.id, id), eq(stockImport.sellerId, sellerId)))
    : [];
  const own = found[0];
  if (!own) throw notFound(unknownImport);
  const rows = await db.select().from(importRow).where(eq(importRow.importId, id)).orderBy(asc(importRow.n));
  return present(db, own, rows);
}

/** The seller's imports, newest first, without their rows. */
export function listImports(db: Db, sellerId: string): Promise<StockImportRow[]> {
  return db.select().from(stockImport).where(eq(stockImport.sellerId, sellerId)).orderBy(desc(stockImport.createdAt)).limit(20);
}

/** Whether a row will be listed: understood without a doubt, or taken by its seller. */
export const isToList = (row: Pick<ImportRowRow, 'status' | 'isLeftOut' | 'cardId'>) =>
  row.status === 'sure' && !row.isLeftOut && row.cardId !== null;

async function present(db: Db, own: StockImportRow, rows: readonly ImportRowRow[]): Promise<StockImport> {
  const cards = await findCardsByIds(
    db,
    rows.flatMap(({ cardId, candidates }) => [...(cardId ? [cardId] : []), ...candidates]),
  );
  const cardOf = (id: string | null): ImportedRow['card'] => {
    const card = id === null ? undefined : cards.get(id);
    return card ? { id: card.id, name: card.name, setName: card.setName, number: card.number, rarity: card.rarity } : null;
  };
  const count = (status: ImportRowRow['status']) => rows.filter((row) => row.status === status).length;
  const toList = rows.filter(isToList);
  return {
    id: own.id,
    format: own.format,
    status: own.status,
    counts: { sure: count('sure'), doubtful: count('doubtful'), rejected: count('rejected') },
    progress: {
      listed: toList.filter(({ listingId }) => listingId !== null).length,
      refused: toList.filter(({ listingId, outcome }) => listingId === null && outcome !== null).length,
      of: toList.length,
    },
    notes: own.notes,
    version: own.version,
    createdAt: own.createdAt.toISOString(),
    committedAt: own.committedAt?.toISOString() ?? null,
    undoUntil: own.committedAt && own.status === 'committed' ? addMs(own.committedAt, importTimes.undoMs).toISOString() : null,
    rows: rows.map((row) => ({
      row: row.n,
      status: row.status,
      said: row.said,
      card: cardOf(row.cardId),
      candidates: row.candidates.flatMap((id) => cardOf(id) ?? []),
      condition: row.condition,
      finish: row.finish,
      language: row.language,
      quantity: row.quantity,
      price: row.priceAmount === null ? null : money(row.priceAmount, row.currency),
      grading: row.grading,
      notes: row.notes,
      listingId: row.listingId,
      outcome: row.outcome,
    })),
  };
}
