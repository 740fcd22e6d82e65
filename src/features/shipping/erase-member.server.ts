import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { shippingTable } from './model/shipping.tables.ts';
import { shippingData } from './shipping.data.ts';

/** The shipping table in a member's data export. */
export async function exportShipping(db: Db, memberId: string) {
  const [table] = await readOwnRows(db, shippingData, 'shipping_table', memberId);
  return {
    shippingTable: table ?? null,
    shippingMethods: await readOwnRows(db, shippingData, 'shipping_method', memberId),
  };
}

/** Deleted with the member, the methods by their foreign key. */
export async function forgetShipping(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(shippingTable).where(eq(shippingTable.sellerId, memberId));
}

export const shippingReturn: Restoration = {
  rows: { shipping_table: 'seller_id = $1', shipping_method: 'seller_id = $1' },
};
