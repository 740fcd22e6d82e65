import { asc, eq } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type CaseNote, caseNoteSchema } from './contract.ts';
import { caseNote } from './model/decision.tables.ts';

/** Admins' notes about a case, oldest first. The caller checks who may see the case. */
export async function listCaseNotes({ db }: Pick<Platform, 'db'>, caseId: string): Promise<CaseNote[]> {
  const rows = await db.select().from(caseNote).where(eq(caseNote.caseId, caseId)).orderBy(asc(caseNote.id)).limit(200);
  return rows.map(({ id, by, text, createdAt }) =>
    caseNoteSchema.parse({ id, by, text, createdAt: createdAt.toISOString() }),
  );
}

/** Adds an immutable note to a case, for admins only. The audit log records that it was written, without its text. */
export async function noteOnCase(platform: Platform, caseId: string, by: string, text: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await tx.db.insert(caseNote).values({ id: newId(now.getTime()), caseId, by, text, createdAt: now });
    await recordAct(tx, { by, act: 'case.noted', subject: caseId }, now);
  });
}
