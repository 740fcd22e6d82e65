import { and, asc, desc, eq, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { listAdminIds } from '#features/members/index.server.ts';
import { reporterOf, reportsBy, subjectsOfReports } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type QueueSize, sizeOfQueue } from '#platform/queue-size.ts';
import {
  type AppealsQuery,
  type Decision,
  type DecisionFacts,
  decisionFactsSchema,
  decisionSchema,
} from './contract.ts';
import { type DecisionRow, decision } from './model/decision.tables.ts';
import { appealEnds, appealStatus, judges } from './model/decision-status.ts';
import { type DecisionSubject, subjectOf } from './model/decision-subject.ts';
import { decisionPolicy, unknownDecision } from './model/moderation.policy.ts';

interface Paged {
  cursor?: string | undefined;
  limit: number;
}

export async function findDecision(db: Db, id: string): Promise<DecisionRow> {
  const [row] = isId(id) ? await db.select().from(decision).where(eq(decision.id, id)) : [];
  if (!row) throw notFound(unknownDecision);
  return row;
}

/** The decisions against a member, newest first. */
export async function listDecisions(db: Db, memberId: string, { cursor, limit }: Paged, now: Date) {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select()
    .from(decision)
    .where(
      and(
        eq(decision.memberId, memberId),
        after ? sql`(${decision.decidedAt}, ${decision.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(decision.decidedAt), desc(decision.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.decidedAt.toISOString(), row.id]);
  const subjects = await subjectsOf(db, items);
  return { items: items.map((row) => present(row, subjects, now)), nextCursor };
}

/** One decision, for its member. Refuses other readers (404). */
export async function getDecision(db: Db, memberId: string, id: string, now: Date): Promise<Decision> {
  const row = await findDecision(db, id);
  decisionPolicy.check({ id: memberId, role: 'member' }, 'see', row);
  return presentDecision(db, row, now);
}

/**
 * Appeals for admins: open ones, longest waiting first; answered ones, newest first. Without the admin's own cases and
 * those that they reported.
 */
export async function listAppeals(db: Db, adminId: string, { show, cursor, limit }: AppealsQuery) {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const waits = show === 'waiting';
  const rows = await db
    .select()
    .from(decision)
    .where(
      and(
        await appealsFor(db, adminId, waits),
        after
          ? sql`(${decision.appealedAt}, ${decision.id}) ${sql.raw(waits ? '>' : '<')} (${after[0]}::timestamptz, ${after[1]})`
          : undefined,
      ),
    )
    .orderBy(...[decision.appealedAt, decision.id].map((column) => (waits ? asc(column) : desc(column))))
    .limit(limit + 1);
  const adminIds = await listAdminIds(db);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [(row.appealedAt ?? row.decidedAt).toISOString(), row.id]);
  const subjects = await subjectsOf(db, items);
  return { items: items.map((row) => presentFacts(row, subjects, adminId, adminIds, null)), nextCursor };
}

async function appealsFor(db: Db, adminId: string, waits: boolean): Promise<SQL | undefined> {
  const reported = await reportsBy(db, adminId);
  return and(
    isNotNull(decision.appealedAt),
    waits ? isNull(decision.answeredAt) : isNotNull(decision.answeredAt),
    ne(decision.memberId, adminId),
    reported.length > 0 ? or(isNull(decision.reportId), notInArray(decision.reportId, reported)) : undefined,
  );
}

/** Appeals that wait, without the admin's own cases and those that they reported. */
export async function sizeOfAppealQueue(db: Db, adminId: string): Promise<QueueSize> {
  return sizeOfQueue(
    db,
    sql`${decision.appealedAt}`,
    sql`from ${decision} where ${await appealsFor(db, adminId, true)}`,
  );
}

/**
 * A decision for an admin, with its reporter and whether this admin may judge the appeal. Refuses an unknown one (404).
 */
export async function inspectDecision(
  db: Db,
  adminId: string,
  id: string,
): Promise<{ facts: DecisionFacts; reporterId: string | null }> {
  const row = await findDecision(db, id);
  const reporterId = await reporterOf(db, row.reportId);
  const subjects = await subjectsOf(db, [row]);
  return { facts: presentFacts(row, subjects, adminId, await listAdminIds(db), reporterId), reporterId };
}

/** What each decision is about, by the decision's id. */
export async function subjectsOf(
  db: Db,
  rows: readonly Pick<DecisionRow, 'id' | 'act' | 'subjectId' | 'subjectTitle' | 'reportId'>[],
): Promise<Map<string, DecisionSubject>> {
  const reported = await subjectsOfReports(
    db,
    rows.map(({ reportId }) => reportId),
  );
  return new Map(rows.map((row) => [row.id, subjectOf(row, reported.get(row.reportId ?? ''))]));
}

const shared = (row: DecisionRow, subjects: ReadonlyMap<string, DecisionSubject>) => ({
  id: row.id,
  act: row.act,
  subject: subjects.get(row.id),
  rule: row.rule,
  reason: row.reason,
  decidedAt: row.decidedAt.toISOString(),
  until: row.until?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  appeal: row.appealedAt && { text: row.appeal ?? '', at: row.appealedAt.toISOString() },
  answer: row.answeredAt &&
    row.outcome && { outcome: row.outcome, text: row.answer ?? '', at: row.answeredAt.toISOString() },
});

/** The form for its member. */
export async function presentDecision(db: Db, row: DecisionRow, now: Date): Promise<Decision> {
  return present(row, await subjectsOf(db, [row]), now);
}

const present = (row: DecisionRow, subjects: ReadonlyMap<string, DecisionSubject>, now: Date): Decision =>
  decisionSchema.parse({
    ...shared(row, subjects),
    appealUntil: appealEnds(row).toISOString(),
    appealIs: appealStatus(row, now),
  });

function presentFacts(
  row: DecisionRow,
  subjects: ReadonlyMap<string, DecisionSubject>,
  adminId: string,
  adminIds: readonly string[],
  reporterId: string | null,
): DecisionFacts {
  const { memberId, reportId, decidedBy, answeredBy } = row;
  const mayAnswer =
    row.appealedAt !== null && row.answeredAt === null && judges({ ...row, reporterId }, adminIds).includes(adminId);
  return decisionFactsSchema.parse({
    ...shared(row, subjects),
    memberId,
    reportId,
    decidedBy,
    answeredBy,
    may: mayAnswer ? ['answer'] : [],
  });
}
