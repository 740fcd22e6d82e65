import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { tradersData } from './model/traders.data.ts';
import { sellerStatus, sellerStatusChange } from './model/traders.tables.ts';

/** What a member said of who sells, and when they changed it. */
export async function exportStatus(db: Db, memberId: string) {
  const [standing] = await readOwnRows(db, tradersData, 'seller_standing', memberId);
  return {
    whoSells: standing ?? null,
    whoSellsChanges: await readOwnRows(db, tradersData, 'seller_standing_change', memberId),
  };
}

/** It goes with them; orders keep what their buyers were shown. */
export async function forgetStatus(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(sellerStatus).where(eq(sellerStatus.memberId, memberId));
  await tx.db.delete(sellerStatusChange).where(eq(sellerStatusChange.memberId, memberId));
}

/** What an operator decided comes back too: that this is a trader, and until when the data are due. */
export const statusReturn: Restoration = {
  rows: { seller_standing: 'member_id = $1', seller_standing_change: 'member_id = $1' },
};
