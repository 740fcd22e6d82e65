import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import type { Restoration } from '#platform/personal-data/forgetting.ts';
import { bulkChange } from '../model/bulk.tables.ts';
import { bulkRule } from '../model/rule.tables.ts';

/** Deletes a member's changes and rules. The listings feature deletes their listings. */
export async function forgetChanges(tx: Tx, { memberId }: { memberId: string }): Promise<void> {
  await tx.db.delete(bulkRule).where(eq(bulkRule.sellerId, memberId));
  await tx.db.delete(bulkChange).where(eq(bulkChange.sellerId, memberId));
}

export const changesReturn: Restoration = {
  rows: {
    bulk_rule: 'seller_id = $1',
    bulk_change: 'seller_id = $1',
    bulk_change_row: 'change_id in (select id from bulk_change where seller_id = $1)',
  },
};
