import { and, asc, desc, eq, inArray, isNull, like, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import { noFacts, type PublicProfile, type Seller } from './contract.ts';
import { presentSeller } from './members.present.server.ts';
import { profile, usernameRegistry } from './model/members.tables.ts';

const sellerColumns = {
  userId: profile.userId,
  username: profile.username,
  avatarUrl: profile.avatarUrl,
  photoUrl: profile.photoUrl,
  rating: profile.rating,
  totalSales: profile.totalSales,
  accountTier: profile.accountTier,
};

/** Sellers by id. Deleted accounts are absent from the map. */
export async function findSellers(db: Db, ids: readonly string[]): Promise<Map<string, Seller>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.select(sellerColumns).from(profile).where(inArray(profile.userId, wanted));
  return byId(rows);
}

/** Locations of these members by id; absent for members without one. */
export async function findLocations(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: profile.userId, location: profile.location })
    .from(profile)
    .where(inArray(profile.userId, wanted));
  return new Map(rows.flatMap(({ id, location }) => (location ? [[id, location] as const] : [])));
}

/**
 * Members whose username has this prefix, in any case, most sales first. Excludes suspended and deleted ones and those
 * of `without`.
 */
export async function findSellersNamed(
  db: Db,
  beginning: string,
  without: readonly string[],
  limit: number,
): Promise<Seller[]> {
  const pattern = `${beginning.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .select(sellerColumns)
    .from(usernameRegistry)
    .innerJoin(profile, eq(profile.userId, usernameRegistry.uid))
    .where(
      and(
        like(usernameRegistry.usernameKey, pattern),
        eq(usernameRegistry.status, 'active'),
        isNull(profile.deletedAt),
        sql`not exists (select 1 from auth_user u where u.id = ${profile.userId} and u.suspended_at is not null)`,
        without.length > 0 ? notInArray(profile.userId, [...without]) : undefined,
      ),
    )
    .orderBy(desc(profile.totalSales), asc(usernameRegistry.usernameKey))
    .limit(limit);
  return rows.map(presentSeller);
}

const byId = (rows: readonly Parameters<typeof presentSeller>[0][]) =>
  new Map(rows.map((row) => [row.userId, presentSeller(row)]));

export type SellerBeside = Pick<PublicProfile, 'location' | 'ratingCount' | 'joinDate' | 'facts'>;

/** The seller as shown on a listing's page; null for an unknown or suspended member. */
export async function findSellerBeside(db: Db, id: string): Promise<SellerBeside | null> {
  const [row] = await db
    .select({
      location: profile.location,
      ratingCount: profile.ratingCount,
      joinDate: profile.joinDate,
      facts: profile.facts,
    })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(and(eq(profile.userId, id), isNull(authUser.suspendedAt)));
  return row ? { ...row, joinDate: row.joinDate.toISOString(), facts: row.facts ?? noFacts } : null;
}

/** All sides of a purchase by id, with the buyer's address: null for a deleted account. */
interface Sides {
  sides: Map<string, Seller>;
  buyerEmail: string | null;
}

export async function findSides(db: Db, buyerId: string, sellerIds: readonly string[]): Promise<Sides> {
  const rows = await db
    .select({ ...sellerColumns, email: authUser.email, deletedAt: profile.deletedAt })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(inArray(profile.userId, [buyerId, ...sellerIds]));
  const buyer = rows.find(({ userId, deletedAt }) => userId === buyerId && deletedAt === null);
  return { sides: byId(rows), buyerEmail: buyer?.email ?? null };
}
