import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { dayMs, hourMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailedLink } from '../model/auth.tables.ts';
import { resetLinkMs } from './reset-link.ts';

export type LinkRow = typeof mailedLink.$inferSelect;
export type LinkPurpose = LinkRow['purpose'];

/** How long a link is valid. */
export const linkLifeMs: Record<LinkPurpose, number> = {
  'verify-email': dayMs,
  'reset-password': resetLinkMs,
  'change-email-old': dayMs,
  'change-email-new': dayMs,
  'change-email-cancel': dayMs,
};

interface NewLink {
  userId: string;
  email: string;
  purpose: LinkPurpose;
  /** What the link is about, when a member can have several: the change of email. */
  changeId?: string;
  /** An earlier expiry than the default of its purpose. */
  until?: Date;
}

/**
 * Creates a link's secret and stores its hash. Earlier links of the same purpose stay valid until they expire: emails
 * may arrive out of order.
 */
export async function makeLink(db: Db, { until, ...link }: NewLink, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = until ?? new Date(at.getTime() + linkLifeMs[link.purpose]);
  await db.insert(mailedLink).values({ ...link, tokenHash: hashOf(token), createdAt: at, expiresAt });
  return token;
}

export async function findLink(db: Db, token: string, ...purposes: LinkPurpose[]): Promise<LinkRow | null> {
  if (token.length > 128) return null;
  const [row] = await db
    .select()
    .from(mailedLink)
    .where(and(eq(mailedLink.tokenHash, hashOf(token)), inArray(mailedLink.purpose, purposes)));
  return row ?? null;
}

/** Uses the link, once: of two concurrent calls one gets false. */
export async function spendLink(tx: Tx, link: LinkRow, at: Date): Promise<boolean> {
  const rows = await tx.db
    .update(mailedLink)
    .set({ usedAt: at })
    .where(and(eq(mailedLink.tokenHash, link.tokenHash), isNull(mailedLink.usedAt)))
    .returning({ used: mailedLink.usedAt });
  return rows.length === 1;
}

/**
 * A reset and a change of email void every other link of the member, which an earlier owner of the account or the
 * mailbox may have requested.
 */
export async function spendAllLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.db
    .update(mailedLink)
    .set({ usedAt: at })
    .where(and(eq(mailedLink.userId, userId), isNull(mailedLink.usedAt)));
}

/** Links are retained for a week after their expiry, so that an old email gets the right error. */
export async function sweepLinks({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'mailed_link', 'expires_at < $1', [new Date(clock.now().getTime() - 7 * 24 * hourMs)]);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
