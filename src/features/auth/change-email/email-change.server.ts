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

/** The pending change of email. Each write holds the account's lock (`lockUser`). */
export interface EmailChange extends Row {
  /**
   * Whether the present mailbox must confirm too: when the member has confirmed it before. An unconfirmed one may be
   * mistyped, and its reader a stranger who could lock the owner out. Read with the change each time, since the address
   * may be confirmed meanwhile.
   */
  asksOld: boolean;
}
type Row = typeof emailChange.$inferSelect;

export const emailChangeLifeMs = dayMs;
export const emailChangeCooldownMs = 5 * minuteMs;

/** The pending change, if it can still be confirmed. */
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

/** Deletes the pending change, which voids its links. False when there was none. */
export async function dropEmailChange(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.db.delete(emailChange).where(eq(emailChange.userId, userId));
  return rowCount === 1;
}

/** Enqueues the emails to each unconfirmed side. */
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
