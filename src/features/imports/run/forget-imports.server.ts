import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import type { Restoration } from '#platform/personal-data/forgetting.ts';
import { importColumns, stockImport } from '../model/import.tables.ts';

/** Deletes a member's imports and column definitions. The listings feature deletes their listings. */
export async function forgetImports(tx: Tx, { memberId }: { memberId: string }): Promise<void> {
  await tx.db.delete(stockImport).where(eq(stockImport.sellerId, memberId));
  await tx.db.delete(importColumns).where(eq(importColumns.sellerId, memberId));
}

export const importsReturn: Restoration = {
  rows: {
    stock_import: 'seller_id = $1',
    stock_import_columns: 'seller_id = $1',
    stock_import_row: 'import_id in (select id from stock_import where seller_id = $1)',
  },
};
