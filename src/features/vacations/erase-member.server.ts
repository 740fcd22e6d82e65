import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type DeletedMember, isGone, type Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { vacationsData } from './vacations.data.ts';
import { returnWait } from './vacations.tables.ts';

/** The return notices in a member's data export. */
export async function exportReturns(db: Db, memberId: string) {
  return { returnsAwaited: await readOwnRows(db, vacationsData, 'return_wait', memberId) };
}

/** Deletes the waits of the deleted member and other members' waits for them. */
export async function forgetReturns(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(returnWait).where(or(eq(returnWait.memberId, memberId), eq(returnWait.sellerId, memberId)));
}

export const returnsReturn: Restoration = {
  rows: { return_wait: 'member_id = $1 or seller_id = $1' },
  after: async (tx, { memberId }) => {
    await tx.db
      .delete(returnWait)
      .where(and(eq(returnWait.memberId, memberId), sql.raw(isGone('return_wait.seller_id'))));
    await tx.db
      .delete(returnWait)
      .where(and(eq(returnWait.sellerId, memberId), sql.raw(isGone('return_wait.member_id'))));
  },
};
