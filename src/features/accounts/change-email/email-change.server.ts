import { eq, lte } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { emailChange } from '../accounts.tables.ts';

/** The wish for another address that both mailboxes have not confirmed yet. Each write to it holds the account's lock (`lockUser`). */
export type EmailChange = typeof emailChange.$inferSelect;

export const emailChangeLifeMs = dayMs;
export const emailChangeCooldownMs = 5 * minuteMs;

/** The change that waits, if it can still be confirmed. */
export async function findEmailChange(db: Db, userId: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db.select().from(emailChange).where(eq(emailChange.userId, userId));
  return row && row.expiresAt > now ? row : null;
}

export async function findEmailChangeById(db: Db, id: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db.select().from(emailChange).where(eq(emailChange.id, id));
  return row && row.expiresAt > now ? row : null;
}

/** Forgets the change that waits; its links lead nowhere from then on. False when there was none. */
export async function dropEmailChange(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.db.delete(emailChange).where(eq(emailChange.userId, userId));
  return rowCount === 1;
}

/** Has the mails sent to whichever side has not confirmed. */
export function enqueueChangeMails(tx: Tx, change: Pick<EmailChange, 'id' | 'oldConfirmedAt' | 'newConfirmedAt'>): void {
  const payload = { changeId: change.id, requestId: newId() };
  if (!change.oldConfirmedAt) tx.enqueue({ task: 'accounts.mail-change-old', payload });
  if (!change.newConfirmedAt) tx.enqueue({ task: 'accounts.mail-change-new', payload });
}

export async function sweepEmailChanges(db: Db, now: Date): Promise<void> {
  await db.delete(emailChange).where(lte(emailChange.expiresAt, now));
}
