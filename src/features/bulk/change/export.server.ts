import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { bulkData } from '../model/bulk.data.ts';
import { type WhyColumns, whyText } from '../model/bulk.texts.ts';

/** The bulk part of a member's export: the changes of the last week with their reasons in words, and price rules. */
export async function exportBulk(db: Db, memberId: string) {
  const [changes, rows, rules] = await Promise.all([
    readOwnRows(db, bulkData, 'bulk_change', memberId),
    readOwnRows(db, bulkData, 'bulk_change_row', memberId),
    readOwnRows(db, bulkData, 'bulk_rule', memberId),
  ]);
  return {
    bulkChanges: changes,
    bulkChangeRows: rows.map((row) => ({ ...row, why: whyText(row as unknown as WhyColumns) })),
    priceRules: rules,
  };
}
