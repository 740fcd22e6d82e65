import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { importsData } from './model/import.data.ts';
import type { ImportRowRow, StockImportRow } from './model/import.tables.ts';
import { notesText, outcomeText } from './model/import.texts.ts';

/** The imports part of a member's export: the files of the last month, with the sentences of stored codes. */
export async function exportImports(db: Db, memberId: string) {
  const [imports, columns, rows] = await Promise.all([
    readOwnRows(db, importsData, 'stock_import', memberId),
    readOwnRows(db, importsData, 'stock_import_columns', memberId),
    readOwnRows(db, importsData, 'stock_import_row', memberId),
  ]);
  return {
    imports: imports.map((row) => ({ ...row, notes: notesText(row as Pick<StockImportRow, 'noteCodes' | 'notes'>) })),
    importColumns: columns,
    importRows: rows.map((row) => ({
      ...row,
      notes: notesText(row as Pick<ImportRowRow, 'noteCodes' | 'notes'>),
      outcome: outcomeText(row as Pick<ImportRowRow, 'outcome' | 'outcomeParams'>),
    })),
  };
}
