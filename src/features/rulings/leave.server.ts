import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { rulingsData } from './ruling.data.ts';

/** What was decided against a member, and what they said to it. */
export async function exportRulings(db: Db, memberId: string) {
  return { decisions: await readOwnRows(db, rulingsData, 'ruling', memberId) };
}
