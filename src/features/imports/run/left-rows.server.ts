import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { findImport, isUnlisted } from '../imports.queries.server.ts';
import { importRow } from '../model/import.tables.ts';
import { notesText, outcomeText } from '../model/import.texts.ts';
import { problemHeader } from '../read/own-columns.ts';
import { writeTable } from '../write/write-table.ts';

/**
 * The rows that were neither listed nor left out, with their original cells and their problems; CSV. Refuses another
 * seller's import (404).
 */
export async function leftRows(db: Db, sellerId: string, id: string): Promise<string> {
  const { header } = await findImport(db, sellerId, id);
  const rows = await db
    .select({
      cells: importRow.cells,
      noteCodes: importRow.noteCodes,
      notes: importRow.notes,
      outcome: importRow.outcome,
      outcomeParams: importRow.outcomeParams,
    })
    .from(importRow)
    .where(and(eq(importRow.importId, id), isUnlisted))
    .orderBy(asc(importRow.n));
  const width = header.indexOf(problemHeader) === -1 ? header.length : header.indexOf(problemHeader);
  return writeTable([
    [...header.slice(0, width), problemHeader],
    ...rows.map((row) => [
      ...header.slice(0, width).map((_, n) => row.cells[n] ?? ''),
      [outcomeText(row) ?? [], notesText(row)].flat().join(' '),
    ]),
  ]);
}
