import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { mailedLink } from './accounts.tables.ts';

export type LinkPurpose = 'verify-email' | 'reset-password';
type LinkRow = typeof mailedLink.$inferSelect;

/** How long a link can be used. Whoever holds a reset link holds the account, so that one is short. */
export const linkLifeMs: Record<LinkPurpose, number> = { 'verify-email': dayMs, 'reset-password': 30 * minuteMs };

/** Makes the secret of a link and keeps its hash. An earlier link of the same purpose stays good until it expires: mails overtake each other. */
export async function makeLink(db: Db, link: { userId: string; email: string; purpose: LinkPurpose }, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insert(mailedLink)
    .values({ ...link, tokenHash: hashOf(token), createdAt: at, expiresAt: new Date(at.getTime() + linkLifeMs[link.purpose]) });
  return token;
}

export async function findLink(db: Db, token: string, purpose: LinkPurpose): Promise<LinkRow | null> {
  if (token.length > 128) return null;
  const [row] = await db
    .select()
    .from(mailedLink)
    .where(and(eq(mailedLink.tokenHash, hashOf(token)), eq(mailedLink.purpose, purpose)));
  return row ?? null;
}

/** Uses the link, once: of two who come at the same moment one gets false. */
export async function spendLink(tx: Tx, link: LinkRow, at: Date): Promise<boolean> {
  const rows = await tx.db
    .update(mailedLink)
    .set({ usedAt: at })
    .where(and(eq(mailedLink.tokenHash, link.tokenHash), isNull(mailedLink.usedAt)))
    .returning({ used: mailedLink.usedAt });
  return rows.length === 1;
}

/** A reset makes every other link of the member worthless, sent by whoever had the account before. */
export async function spendAllLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.db
    .update(mailedLink)
    .set({ usedAt: at })
    .where(and(eq(mailedLink.userId, userId), isNull(mailedLink.usedAt)));
}

/** Links are remembered for a week after their end, so that an old mail is told that it is old. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  await db.delete(mailedLink).where(lt(mailedLink.expiresAt, new Date(now.getTime() - 7 * 24 * hourMs)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
