import { asc, eq, sql } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import {
  decisionRefusals,
  type StatementText,
  type StatementTextChange,
  type StatementTextInput,
  statementTextSchema,
} from '../contract.ts';
import { decisionLimits } from '../model/decision.rules.ts';
import { type StatementTextRow, statementText } from '../model/decision.tables.ts';

const unknownText = 'We couldn’t find this template. Reload the page.';

/** All texts, by name. */
export async function listStatementTexts(db: Db): Promise<StatementText[]> {
  const rows = await db
    .select()
    .from(statementText)
    .orderBy(asc(statementText.name), asc(statementText.id))
    .limit(decisionLimits.texts);
  return rows.map(({ id, name, reader, text, updatedAt }) =>
    statementTextSchema.parse({ id, name, reader, text, updatedAt: updatedAt.toISOString() }),
  );
}

/** Creates a text for all admins and answers its id. Refuses a name in use, and more than the limit (409). */
export async function createStatementText(platform: Platform, by: string, input: StatementTextInput): Promise<string> {
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    await checkName(tx, input.name, null);
    if ((await tx.db.$count(statementText)) >= decisionLimits.texts)
      throw conflict(decisionRefusals.textTaken, `The limit is ${decisionLimits.texts} templates. Delete one first.`);
    const id = newId(now.getTime());
    await tx.db.insert(statementText).values({ ...input, id, createdAt: now, updatedAt: now });
    await recordAct(tx, { by, act: 'text.written', subject: id, data: input }, now);
    tx.made(id);
    return id;
  });
}

/**
 * Changes the fields of a text that are sent; sent statements do not change. Refuses an unknown one (404) and a name in
 * use (409).
 */
export async function changeStatementText(
  platform: Platform,
  by: string,
  id: string,
  change: StatementTextChange,
): Promise<void> {
  await write(platform, async (tx) => {
    if (change.name !== undefined) await checkName(tx, change.name, id);
    await lockText(tx, id);
    const now = platform.clock.now();
    await tx.db
      .update(statementText)
      .set({ ...change, updatedAt: now })
      .where(eq(statementText.id, id));
    await recordAct(tx, { by, act: 'text.changed', subject: id, data: change }, now);
  });
}

/** Deletes a text. Refuses an unknown one (404). */
export async function removeStatementText(platform: Platform, by: string, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const { name, text } = await lockText(tx, id);
    await tx.db.delete(statementText).where(eq(statementText.id, id));
    await recordAct(tx, { by, act: 'text.removed', subject: id, data: { name, text } }, platform.clock.now());
  });
}

async function lockText(tx: Tx, id: string): Promise<StatementTextRow> {
  const [row] = isId(id) ? await tx.db.select().from(statementText).where(eq(statementText.id, id)).for('update') : [];
  if (!row) throw notFound(unknownText);
  return row;
}

/** Concurrent writes of admins wait for each other here. */
async function checkName(tx: Tx, name: string, exceptId: string | null): Promise<void> {
  await connectionOf(tx.db).query("select pg_advisory_xact_lock(hashtextextended('statement texts', 14))");
  const [other] = await tx.db
    .select({ id: statementText.id })
    .from(statementText)
    .where(sql`lower(${statementText.name}) = lower(${name})`);
  if (other && other.id !== exceptId)
    throw conflict(decisionRefusals.textTaken, 'Another template has this name. Enter a different name.');
}
