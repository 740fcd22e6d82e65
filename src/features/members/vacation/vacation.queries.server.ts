import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Vacation } from '../contract.ts';
import { type VacationRow, vacation } from '../model/members.tables.ts';
import type { Period } from './vacation.rules.ts';

/** Starts and ends of vacations, past and planned, which pause offers. Excludes those that ended before `since`. */
export function listVacations(
  db: Db,
  memberIds: readonly string[],
  since: Date,
): Promise<(Period & { memberId: string })[]> {
  const { memberId, startsAt, endsAt } = vacation;
  return db
    .select({ memberId, startsAt, endsAt })
    .from(vacation)
    .where(and(inArray(memberId, [...memberIds]), gt(endsAt, since)));
}

/** Members of these who are away now, and until when. */
export async function findAway(db: Db, memberIds: readonly string[], now: Date): Promise<Map<string, VacationRow>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(vacation)
    .where(
      and(
        inArray(vacation.memberId, [...memberIds]),
        isNull(vacation.endedAt),
        lte(vacation.startsAt, now),
        gt(vacation.endsAt, now),
      ),
    );
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** The planned or current vacation. */
export async function findStatus(db: Db, memberId: string): Promise<VacationRow | null> {
  const [row] = await db
    .select()
    .from(vacation)
    .where(and(eq(vacation.memberId, memberId), isNull(vacation.endedAt)));
  return row ?? null;
}

export function presentVacation({
  startsAt,
  endsAt,
  note,
}: Pick<VacationRow, 'startsAt' | 'endsAt' | 'note'>): Vacation {
  return { from: startsAt.toISOString(), to: endsAt.toISOString(), note };
}
