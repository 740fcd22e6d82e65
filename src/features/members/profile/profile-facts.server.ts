import { and, eq, isNull, sql } from 'drizzle-orm';
import { notFound } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { MeasuredFacts, SellerKind, Tier } from '../contract.ts';
import { profileChanged } from '../model/member.events.ts';
import { profile } from '../model/members.tables.ts';
import { messages } from '../model/messages.ts';
import { averageRating, type ReviewStatistics } from './rating.rules.ts';

type Facts = Partial<
  Pick<
    typeof profile.$inferInsert,
    'totalSales' | 'saleBuyers' | 'rating' | 'ratingCount' | 'accountTier' | 'sellerKind'
  >
>;

/**
 * What other rooms find out about a member and the profile shows. Each runs in the caller's transaction, so the fact
 * and its cause commit together.
 */

/**
 * Stores what a member has sold. It is counted under the lock of the profile, so that of two sales at once the second
 * counts both.
 */
export async function countSales(
  tx: Tx,
  userId: string,
  count: () => Promise<{ sales: number; buyers: number }>,
): Promise<void> {
  const [row] = await tx.db
    .select({ sales: profile.totalSales, buyers: profile.saleBuyers })
    .from(profile)
    .where(eq(profile.userId, userId))
    .for('update');
  if (!row) return;
  const { sales, buyers } = await count();
  if (row.sales !== sales || row.buyers !== buyers) await change(tx, userId, { totalSales: sales, saleBuyers: buyers });
}

/**
 * The rating is the average of the member's reviews and nothing else: it overrides whatever stood there, and is null
 * when there is none (EN-02).
 */
export async function setRating(tx: Tx, userId: string, reviews: ReviewStatistics): Promise<void> {
  await change(tx, userId, { rating: averageRating(reviews), ratingCount: reviews.count });
}

/** What was measured of the member. Nothing is told where it says what the profile says already. */
export async function setFacts(tx: Tx, userId: string, facts: MeasuredFacts): Promise<void> {
  const isOther = sql`${profile.facts} is distinct from ${JSON.stringify(facts)}::jsonb`;
  const [row] = await tx.db
    .update(profile)
    .set({ facts, version: sql`${profile.version} + 1` })
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt), isOther))
    .returning({ version: profile.version });
  if (row) appendProfileChanged(tx, userId, row.version);
}

/**
 * Stores what the tier rules decided. Answers the tier before; the caller lets the listings follow when it differs.
 * Refuses for somebody who has gone (404).
 */
export async function setStoredTier(tx: Tx, userId: string, tier: Tier): Promise<Tier> {
  const isMember = and(eq(profile.userId, userId), isNull(profile.deletedAt));
  const [row] = await tx.db.select({ tier: profile.accountTier }).from(profile).where(isMember).for('update');
  if (!row) throw notFound(messages.profileNotFound);
  if (row.tier !== tier) await change(tx, userId, { accountTier: tier });
  return row.tier;
}

/** Who sells, to the law: what the room `traders` was told. */
export function setSellerKind(tx: Tx, userId: string, sellerKind: SellerKind): Promise<void> {
  return change(tx, userId, { sellerKind });
}

/** Something about the member has changed that the profile shows and this room does not store. */
export function renewProfile(tx: Tx, userId: string): Promise<void> {
  return change(tx, userId, {});
}

async function change(tx: Tx, userId: string, facts: Facts): Promise<void> {
  const [row] = await tx.db
    .update(profile)
    .set({ ...facts, version: sql`${profile.version} + 1` })
    .where(eq(profile.userId, userId))
    .returning({ version: profile.version });
  if (row) appendProfileChanged(tx, userId, row.version);
}

export function appendProfileChanged(tx: Tx, userId: string, version: number): void {
  tx.append(profileChanged, { subject: userId, version, topics: [`profile:${userId}`, `user:${userId}`] });
}

/** Something of the account that only its owner sees has changed: their open pages read afresh. */
export async function appendOwnAccountChanged(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx.db
    .update(profile)
    .set({ version: sql`${profile.version} + 1` })
    .where(eq(profile.userId, userId))
    .returning({ version: profile.version });
  if (row) tx.append(profileChanged, { subject: userId, version: row.version, topics: [`user:${userId}`] });
}
