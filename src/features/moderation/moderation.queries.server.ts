import { and, asc, desc, eq, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { listOperatorIds } from '#features/members/index.server.ts';
import { reporterOf, reportsBy } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type AppealsQuery, type Ruling, type RulingFacts, rulingFactsSchema, rulingSchema } from './contract.ts';
import { type RulingRow, ruling } from './model/decision.tables.ts';
import { appealEnds, appealStanding, judges } from './model/decision-status.ts';
import { rulingPolicy, unknownRuling } from './model/moderation.policy.ts';

interface Paged {
  cursor?: string | undefined;
  limit: number;
}

export async function findRuling(db: Db, id: string): Promise<RulingRow> {
  const [row] = isId(id) ? await db.select().from(ruling).where(eq(ruling.id, id)) : [];
  if (!row) throw notFound(unknownRuling);
  return row;
}

/** What was decided against a member, newest first. */
export async function listRulings(db: Db, memberId: string, { cursor, limit }: Paged, now: Date) {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select()
    .from(ruling)
    .where(and(eq(ruling.memberId, memberId), after ? sql`(${ruling.decidedAt}, ${ruling.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined))
    .orderBy(desc(ruling.decidedAt), desc(ruling.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.decidedAt.toISOString(), row.id]);
  return { items: items.map((row) => presentRuling(row, now)), nextCursor };
}

/** One of them, for the member against whom it is. Refuses everybody else (404). */
export async function getRuling(db: Db, memberId: string, id: string, now: Date): Promise<Ruling> {
  const row = await findRuling(db, id);
  rulingPolicy.check({ id: memberId, role: 'member' }, 'see', row);
  return presentRuling(row, now);
}

/** Appeals for operators: those that wait, the longest first; those that are answered, newest first. Never the operator's own, nor what they reported. */
export async function listAppeals(db: Db, operatorId: string, { show, cursor, limit }: AppealsQuery) {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const waits = show === 'waiting';
  const reported = await reportsBy(db, operatorId);
  const rows = await db
    .select()
    .from(ruling)
    .where(
      and(
        isNotNull(ruling.appealedAt),
        waits ? isNull(ruling.answeredAt) : isNotNull(ruling.answeredAt),
        ne(ruling.memberId, operatorId),
        reported.length > 0 ? or(isNull(ruling.reportId), notInArray(ruling.reportId, reported)) : undefined,
        after ? sql`(${ruling.appealedAt}, ${ruling.id}) ${sql.raw(waits ? '>' : '<')} (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(...[ruling.appealedAt, ruling.id].map((column) => (waits ? asc(column) : desc(column))))
    .limit(limit + 1);
  const operatorIds = await listOperatorIds(db);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [(row.appealedAt ?? row.decidedAt).toISOString(), row.id]);
  return { items: items.map((row) => presentFacts(row, operatorId, operatorIds, null)), nextCursor };
}

/** A decision for an operator, with whether they judge the appeal, and who reported what led to it. Refuses an unknown one (404). */
export async function lookAtRuling(db: Db, operatorId: string, id: string): Promise<{ facts: RulingFacts; reporterId: string | null }> {
  const row = await findRuling(db, id);
  const reporterId = await reporterOf(db, row.reportId);
  return { facts: presentFacts(row, operatorId, await listOperatorIds(db), reporterId), reporterId };
}

const shared = (row: RulingRow) => ({
  id: row.id,
  act: row.act,
  subject: { id: row.subjectId, title: row.subjectTitle },
  rule: row.rule,
  reason: row.reason,
  decidedAt: row.decidedAt.toISOString(),
  until: row.until?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  appeal: row.appealedAt && { text: row.appeal ?? '', at: row.appealedAt.toISOString() },
  answer: row.answeredAt && row.outcome && { outcome: row.outcome, text: row.answer ?? '', at: row.answeredAt.toISOString() },
});

/** As its member reads it. */
export const presentRuling = (row: RulingRow, now: Date): Ruling =>
  rulingSchema.parse({ ...shared(row), appealUntil: appealEnds(row).toISOString(), appealIs: appealStanding(row, now) });

function presentFacts(row: RulingRow, operatorId: string, operatorIds: readonly string[], reporterId: string | null): RulingFacts {
  const { memberId, reportId, decidedBy, answeredBy } = row;
  const mayAnswer = row.appealedAt !== null && row.answeredAt === null && judges({ ...row, reporterId }, operatorIds).includes(operatorId);
  return rulingFactsSchema.parse({ ...shared(row), memberId, reportId, decidedBy, answeredBy, may: mayAnswer ? ['answer'] : [] });
}
