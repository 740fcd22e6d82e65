import { asc, eq } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type CaseNote, caseNoteSchema } from './contract.ts';
import { caseNote } from './model/decision.tables.ts';

/** Operators' notes about a case, oldest first. Who may look at the case is asked by whoever calls. */
export async function listCaseNotes({ db }: Pick<Platform, 'db'>, caseId: string): Promise<CaseNote[]> {
  const rows = await db.select().from(caseNote).where(eq(caseNote.caseId, caseId)).orderBy(asc(caseNote.id)).limit(200);
  return rows.map(({ id, by, text, createdAt }) =>
    caseNoteSchema.parse({ id, by, text, createdAt: createdAt.toISOString() }),
  );
}

/**
 * Notes something about a case, for operators alone. It is not changed afterwards; the audit log says that it was
 * written, not what.
 */
export async function noteOnCase(platform: Platform, caseId: string, by: string, text: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await tx.db.insert(caseNote).values({ id: newId(now.getTime()), caseId, by, text, createdAt: now });
    await recordAct(tx, { by, act: 'case.noted', subject: caseId }, now);
  });
}
