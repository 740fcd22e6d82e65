import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { addressesData } from './addresses.data.ts';
import { address } from './addresses.tables.ts';

/** The address book in a member's data export. */
export async function exportAddresses(db: Db, memberId: string) {
  return { addresses: await readOwnRows(db, addressesData, 'address', memberId) };
}

/** Deleted with the member; orders keep their copies. */
export async function forgetAddresses(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(address).where(eq(address.memberId, memberId));
}

export const addressesReturn: Restoration = { rows: { address: 'member_id = $1' } };
