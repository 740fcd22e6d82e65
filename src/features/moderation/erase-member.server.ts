import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { decision } from './model/decision.tables.ts';
import { decisionsData } from './model/moderation.data.ts';

/** What was decided against a member, and what they said to it. */
export async function exportDecisions(db: Db, memberId: string) {
  return { decisions: await readOwnRows(db, decisionsData, 'ruling', memberId) };
}

/** What their things were called goes with them. */
export async function forgetSubjects(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.update(decision).set({ subjectTitle: null }).where(eq(decision.memberId, memberId));
}

export const subjectsReturn: Restoration = { rows: { ruling: 'member_id = $1' } };
