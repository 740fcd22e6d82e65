import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { importsData } from './model/import.data.ts';

/** The imports part of a member's export: the files of the last month. */
export async function exportImports(db: Db, memberId: string) {
  const [imports, columns, rows] = await Promise.all([
    readOwnRows(db, importsData, 'stock_import', memberId),
    readOwnRows(db, importsData, 'stock_import_columns', memberId),
    readOwnRows(db, importsData, 'stock_import_row', memberId),
  ]);
  return { imports, importColumns: columns, importRows: rows };
}
