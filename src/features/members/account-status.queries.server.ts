import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import type { MemberProfile, Tier } from './contract.ts';
import { profile } from './model/members.tables.ts';

export type Recipient = Pick<MemberProfile, 'id' | 'username' | 'email' | 'isEmailVerified'>;

/** Name and address for an email to a member, and whether they are suspended; null for an unknown or deleted one. */
export async function findRecipient(db: Db, userId: string): Promise<(Recipient & { isSuspended: boolean }) | null> {
  const [row] = await db
    .select({
      id: profile.userId,
      username: profile.username,
      email: authUser.email,
      isEmailVerified: authUser.emailVerified,
      suspendedAt: authUser.suspendedAt,
    })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt)));
  if (!row) return null;
  const { suspendedAt, ...recipient } = row;
  return { ...recipient, isSuspended: suspendedAt !== null };
}

/** Whether the account exists and is suspended. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ at: authUser.suspendedAt }).from(authUser).where(eq(authUser.id, userId));
  return row?.at != null;
}

/** Whether the account is suspended, and its stored tier, in one query; an unknown member is not suspended and free. */
export async function statusOf(db: Db, userId: string): Promise<{ isSuspended: boolean; tier: Tier }> {
  const [row] = await db
    .select({ suspendedAt: authUser.suspendedAt, tier: profile.accountTier })
    .from(authUser)
    .leftJoin(profile, eq(profile.userId, authUser.id))
    .where(eq(authUser.id, userId));
  return { isSuspended: row?.suspendedAt != null, tier: row?.tier ?? 'free' };
}

/**
 * The number of different buyers who received an order of this seller, without refunded orders and the seller's own
 * accounts.
 */
export async function saleBuyersOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ buyers: profile.saleBuyers }).from(profile).where(eq(profile.userId, userId));
  return row?.buyers ?? 0;
}

/** The stored tier; an unknown member counts as free. */
export async function storedTierOf(db: Db, userId: string): Promise<Tier> {
  const [row] = await db.select({ tier: profile.accountTier }).from(profile).where(eq(profile.userId, userId));
  return row?.tier ?? 'free';
}

/** Stored tiers by id; unknown members are absent. */
export async function storedTiersOf(db: Db, userIds: readonly string[]): Promise<Map<string, Tier>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: profile.userId, tier: profile.accountTier })
    .from(profile)
    .where(sql`${profile.userId} = any(${sql.param([...userIds])}::text[])`);
  return new Map(rows.map(({ id, tier }) => [id, tier]));
}

/** The number of delivered orders of each seller, without refunded ones and the seller's own accounts. */
export async function salesOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: profile.userId, sales: profile.totalSales })
    .from(profile)
    .where(sql`${profile.userId} = any(${sql.param([...userIds])}::text[])`);
  return new Map(rows.map(({ id, sales }) => [id, sales]));
}
