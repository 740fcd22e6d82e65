import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { tradersData } from './model/traders.data.ts';
import { sellerStatus, sellerStatusChange } from './model/traders.tables.ts';

/** A member's status, and the history of its changes. */
export async function exportStatus(db: Db, memberId: string) {
  const [status] = await readOwnRows(db, tradersData, 'seller_standing', memberId);
  return {
    whoSells: status ?? null,
    whoSellsChanges: await readOwnRows(db, tradersData, 'seller_standing_change', memberId),
  };
}

/** Deleted with the member; orders retain what their buyers saw. */
export async function forgetStatus(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(sellerStatus).where(eq(sellerStatus.memberId, memberId));
  await tx.db.delete(sellerStatusChange).where(eq(sellerStatusChange.memberId, memberId));
}

/** A restored account also gets back an admin's mark, and the date by which the data is due. */
export const statusReturn: Restoration = {
  rows: { seller_standing: 'member_id = $1', seller_standing_change: 'member_id = $1' },
};
