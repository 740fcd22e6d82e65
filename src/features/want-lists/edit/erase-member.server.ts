import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { listsData } from '../model/want-list.data.ts';
import { wantList } from '../model/want-list.tables.ts';

/** The want-list part of a member's export. */
export async function exportLists(db: Db, memberId: string) {
  const read = (table: string) => readOwnRows(db, listsData, table, memberId);
  return {
    wantLists: await read('want_list'),
    wantListLines: await read('want_list_line'),
    wantListsBought: await read('want_list_fill'),
    wantListPreviews: await read('want_list_preview'),
  };
}

/** Deletes the lists of a member who leaves, with their lines. */
export async function forgetLists(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(wantList).where(eq(wantList.ownerId, memberId));
}

const ofMine = 'list_id in (select id from want_list where owner_id = $1)';

export const listsReturn: Restoration = {
  rows: { want_list: 'owner_id = $1', want_list_line: ofMine, want_list_preview: ofMine, want_list_fill: ofMine },
};
