import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Question } from '#platform/db/ask-together.ts';
import type { Db } from '#platform/db/db.ts';
import type { Vacation } from '../contract.ts';
import { type VacationRow, vacation } from '../members.tables.ts';
import { isWithin, type Period } from './vacation.rules.ts';

/** That each vacation began and ended, or will: what a clock that stands still meanwhile is made of. Those that were over before `since` are left out. */
export function listVacations(db: Db, memberIds: readonly string[], since: Date): Promise<(Period & { memberId: string })[]> {
  const { memberId, startsAt, endsAt } = vacation;
  return db
    .select({ memberId, startsAt, endsAt })
    .from(vacation)
    .where(and(inArray(memberId, [...memberIds]), gt(endsAt, since)));
}

/** The vacations of one member that were not over at a moment, as `listVacations` and, by `awayAt`, `findAway` find them, asked beside others. */
export function vacationsAsked(memberId: string, since: Date): Question<AskedVacation[]> {
  return {
    values: [memberId, since],
    text: (id, from) => `(select json_agg(json_build_object('startsAt', starts_at, 'endsAt', ends_at, 'isEnded', ended_at is not null))
      from vacation where member_id = ${id} and ends_at > ${from}::timestamptz)`,
    read: (found: { startsAt: string; endsAt: string; isEnded: boolean }[] | null) =>
      (found ?? []).map(({ startsAt, endsAt, isEnded }) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt), isEnded })),
  };
}

/** When it began and ended, or will. */
export interface AskedVacation extends Period {
  /** By the member, before its time. */
  isEnded: boolean;
}

/** The one that is under way. */
export function awayAt(vacations: readonly AskedVacation[], now: Date): Period | null {
  return vacations.find((one) => !one.isEnded && isWithin(one, now)) ?? null;
}

/** Who of these is away now, and until when. */
export async function findAway(db: Db, memberIds: readonly string[], now: Date): Promise<Map<string, VacationRow>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(vacation)
    .where(and(inArray(vacation.memberId, [...memberIds]), isNull(vacation.endedAt), lte(vacation.startsAt, now), gt(vacation.endsAt, now)));
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** The one that is planned or under way. */
export async function findStanding(db: Db, memberId: string): Promise<VacationRow | null> {
  const [row] = await db
    .select()
    .from(vacation)
    .where(and(eq(vacation.memberId, memberId), isNull(vacation.endedAt)));
  return row ?? null;
}

export function presentVacation({ startsAt, endsAt, note }: Pick<VacationRow, 'startsAt' | 'endsAt' | 'note'>): Vacation {
  return { from: startsAt.toISOString(), to: endsAt.toISOString(), note };
}
