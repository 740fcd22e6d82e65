import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { decision } from './model/decision.tables.ts';
import { decisionsData } from './model/moderation.data.ts';

/** The decisions against a member, and their appeals. */
export async function exportDecisions(db: Db, memberId: string) {
  return { decisions: await readOwnRows(db, decisionsData, 'ruling', memberId) };
}

/** Deletes the titles of the member's things. */
export async function forgetSubjects(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.update(decision).set({ subjectTitle: null }).where(eq(decision.memberId, memberId));
}

export const subjectsReturn: Restoration = { rows: { ruling: 'member_id = $1' } };
