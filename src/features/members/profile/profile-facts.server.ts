import { and, eq, isNull, sql } from 'drizzle-orm';
import { notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { MeasuredFacts, SellerKind, Tier } from '../contract.ts';
import { profileChanged } from '../model/member.events.ts';
import { profile } from '../model/members.tables.ts';
import { averageRating, type ReviewStatistics } from './rating.rules.ts';

type Facts = Partial<
  Pick<
    typeof profile.$inferInsert,
    'totalSales' | 'saleBuyers' | 'rating' | 'ratingCount' | 'accountTier' | 'sellerKind'
  >
>;

/**
 * Facts from other features that the profile shows. Each call runs in the caller's transaction, so that the fact and
 * its cause commit together.
 */

/**
 * Stores a member's sales. The count is made under the profile's lock, so that of two concurrent sales the second
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

/** Stores the rating: the average of the member's reviews, null for none; replaces the previous value (EN-02). */
export async function setRating(tx: Tx, userId: string, reviews: ReviewStatistics): Promise<void> {
  await change(tx, userId, { rating: averageRating(reviews), ratingCount: reviews.count });
}

/** Stores measured facts. Publishes nothing when they equal the stored ones. */
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
 * Stores the tier that the tier rules decided. Returns the previous tier; the caller updates the listings when it
 * differs. Refuses a deleted member (404).
 */
export async function setStoredTier(tx: Tx, userId: string, tier: Tier): Promise<Tier> {
  const isMember = and(eq(profile.userId, userId), isNull(profile.deletedAt));
  const [row] = await tx.db.select({ tier: profile.accountTier }).from(profile).where(isMember).for('update');
  if (!row) throw notFound(profileNotFound);
  if (row.tier !== tier) await change(tx, userId, { accountTier: tier });
  return row.tier;
}

/** The legal status of the seller, from the traders feature. */
export function setSellerKind(tx: Tx, userId: string, sellerKind: SellerKind): Promise<void> {
  return change(tx, userId, { sellerKind });
}

/** Publishes a change of something that the profile shows and another feature stores. */
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

/** Publishes a change that only the owner sees: their open pages reload. */
export async function appendOwnAccountChanged(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx.db
    .update(profile)
    .set({ version: sql`${profile.version} + 1` })
    .where(eq(profile.userId, userId))
    .returning({ version: profile.version });
  if (row) tx.append(profileChanged, { subject: userId, version: row.version, topics: [`user:${userId}`] });
}
