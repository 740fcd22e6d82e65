import { eq, type SQL } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailChangeNewJob, mailChangeOldJob } from '../model/auth.jobs.ts';
import { emailChange } from '../model/auth.tables.ts';

/** The wish for another address that waits to be confirmed. Each write to it holds the account's lock (`lockUser`). */
export interface EmailChange extends Row {
  /**
   * Whether the present mailbox must confirm too: where it has confirmed once that it is the member's. One that never
   * did may be mistyped, and its reader a stranger who could only keep the owner out. Read with the change each time,
   * since the address may be confirmed while the change waits.
   */
  asksOld: boolean;
}
type Row = typeof emailChange.$inferSelect;

export const emailChangeLifeMs = dayMs;
export const emailChangeCooldownMs = 5 * minuteMs;

/** The change that waits, if it can still be confirmed. */
export function findEmailChange(db: Db, userId: string, now: Date): Promise<EmailChange | null> {
  return find(db, eq(emailChange.userId, userId), now);
}

export function findEmailChangeById(db: Db, id: string, now: Date): Promise<EmailChange | null> {
  return find(db, eq(emailChange.id, id), now);
}

async function find(db: Db, which: SQL, now: Date): Promise<EmailChange | null> {
  const [row] = await db
    .select({ change: emailChange, asksOld: authUser.emailVerified })
    .from(emailChange)
    .innerJoin(authUser, eq(authUser.id, emailChange.userId))
    .where(which);
  return row && row.change.expiresAt > now ? { ...row.change, asksOld: row.asksOld } : null;
}

/** Forgets the change that waits; its links lead nowhere from then on. False when there was none. */
export async function dropEmailChange(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.db.delete(emailChange).where(eq(emailChange.userId, userId));
  return rowCount === 1;
}

/** Has the mails sent to whichever side has not confirmed. */
export function enqueueChangeMails(tx: Tx, change: EmailChange): void {
  if (change.asksOld && !change.oldConfirmedAt) enqueueOldMail(tx, change);
  if (!change.newConfirmedAt) tx.enqueue(mailChangeNewJob, { changeId: change.id, requestId: newId() });
}

export function enqueueOldMail(tx: Tx, change: EmailChange): void {
  tx.enqueue(mailChangeOldJob, { changeId: change.id, requestId: newId() });
}

export async function sweepEmailChanges({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'email_change', 'expires_at <= $1', [clock.now()]);
}
