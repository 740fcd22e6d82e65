import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { wantsData } from '../model/want.data.ts';
import { want } from '../model/want.tables.ts';
import { notifyChanged } from './move-want.server.ts';

/** The wanted part of a member's export. */
export async function exportWants(db: Db, memberId: string) {
  const read = (table: string) => readOwnRows(db, wantsData, table, memberId);
  return { wanted: await read('want'), wantedMatches: await read('want_match'), wantedFills: await read('want_fill') };
}

/** Deletes the wants of a member who leaves. */
export async function forgetWants(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  for (const row of await tx.db.delete(want).where(eq(want.ownerId, memberId)).returning())
    notifyChanged(tx, row, 'removed');
}

const ofMine = 'want_id in (select id from want where owner_id = $1)';

export const wantsReturn: Restoration = {
  rows: { want: 'owner_id = $1', want_match: ofMine, want_fill: ofMine },
  // Copies for sale may have changed.
  after: async (tx, { memberId }) => {
    for (const row of await tx.db.select().from(want).where(eq(want.ownerId, memberId)))
      notifyChanged(tx, row, 'edited');
  },
};
