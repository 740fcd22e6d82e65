import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { askTogether, type Question } from '#platform/db/ask-together.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import { type MemberProfile, noFacts, type PublicProfile, type Seller, type Theme, type Tier, themes } from './contract.ts';
import { presentMemberProfile, presentPublicProfile, presentSeller } from './members.present.server.ts';
import { profile, usernameRegistry, vacation } from './members.tables.ts';
import { messages } from './messages.ts';
import { type TutorialFlags, tutorialFlags } from './profile/tutorial.rules.ts';
import { usernameKey, usernameProblem } from './profile/username.rules.ts';

/** What the frame of every page shows of the person who looks at it. */
export interface Viewer {
  id: string;
  username: string;
  avatarUrl: string | null;
  tier: Tier;
  role: 'member' | 'admin';
  needsCompletion: boolean;
  onboardingCompleted: boolean;
  tutorials: TutorialFlags;
  /** The choice saved on the profile, or null when there is none. */
  theme: Theme | null;
  emailVerified: boolean;
}

/** Prepared: it stands before every page that a member looks at. */
const viewerQuery = {
  name: 'members-viewer',
  text: `select p.user_id as id, p.username, coalesce(p.avatar_url, p.photo_url) as "avatarUrl", p.account_tier as tier, u.role,
      p.needs_completion as "needsCompletion", p.onboarding_completed as "onboardingCompleted", p.tutorial_preferences as tutorials, p.theme,
      u.email_verified as "emailVerified"
    from profile p join auth_user u on u.id = p.user_id where p.user_id = $1`,
};

/** One read for the page frame. Null for a visitor and for an account that has just gone. */
export async function findViewer(db: Db, actor: { id: string } | null): Promise<Viewer | null> {
  if (!actor) return null;
  const { rows } = await connectionOf(db).query<Viewer & { tutorials: Record<string, boolean> }>({ ...viewerQuery, values: [actor.id] });
  const [row] = rows;
  if (!row) return null;
  return { ...row, tutorials: tutorialFlags(row.tutorials), theme: themes.find((known) => known === row.theme) ?? null };
}

const sellerColumns = {
  userId: profile.userId,
  username: profile.username,
  avatarUrl: profile.avatarUrl,
  photoUrl: profile.photoUrl,
  rating: profile.rating,
  totalSales: profile.totalSales,
  accountTier: profile.accountTier,
};

/** The sellers of these ids, by id. Ids of accounts that are gone are absent from the map. */
export async function findSellers(db: Db, ids: readonly string[]): Promise<Map<string, Seller>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.select(sellerColumns).from(profile).where(inArray(profile.userId, wanted));
  return byId(rows);
}

const sellerAsJson = `'userId', p.user_id, 'username', p.username, 'avatarUrl', p.avatar_url, 'photoUrl', p.photo_url, 'rating', p.rating, 'totalSales', p.total_sales, 'accountTier', p.account_tier`;

type SellerAsJson = Parameters<typeof presentSeller>[0];

const byId = (rows: readonly SellerAsJson[]) => new Map(rows.map((row) => [row.userId, presentSeller(row)]));

/** The same, asked beside other questions. */
export function sellersAsked(ids: readonly string[]): Question<Map<string, Seller>> {
  return {
    values: [ids],
    text: (these) => `(select json_agg(json_build_object(${sellerAsJson})) from profile p where p.user_id = any(${these}))`,
    read: (found: SellerAsJson[] | null) => byId(found ?? []),
  };
}

/** The same of two: with an array of any length the planner would make a plan anew each time, which takes longer than the answer. */
export function partiesAsked(one: string, other: string): Question<Map<string, Seller>> {
  const { text, read } = sellersAsked([]);
  return { values: [one, other], text: (a, b) => text(`array[${a}, ${b}]`), read };
}

/** What the page of a listing says of its seller. */
export type SellerBeside = Pick<PublicProfile, 'location' | 'ratingCount' | 'joinDate' | 'facts'>;

/** The same of this member, asked beside other questions; null for an unknown one and for a suspended member, whose page is closed. */
export function sellerBesideAsked(id: string): Question<SellerBeside | null> {
  return {
    values: [id],
    text: (seller) => `(select json_build_object('location', p.location, 'ratingCount', p.rating_count, 'joinDate', p.join_date, 'facts', p.facts)
      from profile p join auth_user u on u.id = p.user_id where p.user_id = ${seller} and u.suspended_at is null)`,
    read: (found: (Omit<SellerBeside, 'facts'> & { facts: SellerBeside['facts'] | null }) | null) =>
      found && { ...found, joinDate: new Date(found.joinDate).toISOString(), facts: found.facts ?? noFacts },
  };
}

/** Both sides of a purchase, and where the buyer's letters go: null for one who has gone. */
export interface BothSides {
  sides: Map<string, Seller>;
  buyerEmail: string | null;
}

/** One question, since every purchase asks. */
export function bothSidesAsked(buyerId: string, sellerId: string): Question<BothSides> {
  return {
    values: [buyerId, sellerId],
    text: (buyer, seller) => `(select json_agg(json_build_object(${sellerAsJson}, 'email', u.email, 'isGone', p.deleted_at is not null))
      from profile p join auth_user u on u.id = p.user_id where p.user_id in (${buyer}, ${seller}))`,
    read: (found: (SellerAsJson & { email: string; isGone: boolean })[] | null) => {
      const buyer = found?.find(({ userId, isGone }) => userId === buyerId && !isGone);
      return { sides: byId(found ?? []), buyerEmail: buyer?.email ?? null };
    },
  };
}

export async function findBothSides(db: Db, buyerId: string, sellerId: string): Promise<BothSides> {
  const [both] = await askTogether(db, 'members-both-sides', bothSidesAsked(buyerId, sellerId));
  return both;
}

const standing = and(eq(vacation.memberId, profile.userId), isNull(vacation.endedAt));

/** By id or by username in any case. Null for an unknown one and for a suspended member, whose page is closed. */
export async function findPublicProfile(db: Db, idOrUsername: string, now: Date): Promise<PublicProfile | null> {
  const row = await findOpenRow(db, idOrUsername);
  return row && presentPublicProfile(row.profile, row.vacation, now);
}

/** The id alone of the same. */
export async function findPublicId(db: Db, idOrUsername: string): Promise<string | null> {
  return (await findOpenRow(db, idOrUsername))?.profile.userId ?? null;
}

async function findOpenRow(db: Db, idOrUsername: string) {
  const key = usernameProblem(idOrUsername) === null ? usernameKey(idOrUsername) : null;
  if (!isId(idOrUsername) && key === null) return null;
  const [row] = await db
    .select({ profile, suspendedAt: authUser.suspendedAt, vacation })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .leftJoin(vacation, standing)
    .where(
      or(
        eq(profile.userId, idOrUsername),
        key === null ? undefined : sql`${profile.userId} = (select uid from username_registry where username_key = ${key} and status = 'active')`,
      ),
    )
    // A name may be spelled like somebody's id; the id goes first, so that no name can take over an address.
    .orderBy(sql`${profile.userId} = ${idOrUsername} desc`)
    .limit(1);
  return row?.suspendedAt === null ? row : null;
}

export async function getPublicProfile(db: Db, idOrUsername: string, now: Date): Promise<PublicProfile> {
  const found = await findPublicProfile(db, idOrUsername, now);
  if (!found) throw notFound(messages.profileNotFound);
  return found;
}

/** What a member's own profile says, but for the subscription. Null for an unknown member and for one who has gone. */
export async function findMemberProfile(db: Db, userId: string): Promise<MemberProfile | null> {
  const [row] = await db
    .select({ profile, user: authUser, vacation })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .leftJoin(vacation, standing)
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt)));
  return row ? presentMemberProfile(row.profile, row.user, row.vacation) : null;
}

export async function getMemberProfile(db: Db, userId: string): Promise<MemberProfile> {
  const found = await findMemberProfile(db, userId);
  if (!found) throw notFound(messages.profileNotFound);
  return found;
}

export type Recipient = Pick<MemberProfile, 'id' | 'username' | 'email' | 'isEmailVerified'>;

/** Whom a letter to a member greets and where it goes, asked beside others: null for an unknown member and for one who has gone. */
export function recipientAsked(userId: string): Question<Recipient | null> {
  return {
    values: [userId],
    text: (id) => `(select json_build_object('id', p.user_id, 'username', p.username, 'email', u.email, 'isEmailVerified', u.email_verified)
      from profile p join auth_user u on u.id = p.user_id where p.user_id = ${id} and p.deleted_at is null)`,
    read: (found: Recipient | null) => found,
  };
}

/** Whether the account exists and is suspended, asked beside others. */
export function suspensionAsked(userId: string): Question<boolean> {
  return {
    values: [userId],
    text: (id) => `(select suspended_at is not null from auth_user where id = ${id})`,
    read: (found: boolean | null) => found === true,
  };
}

/** The stored tier, asked beside others. */
export function tierAsked(userId: string): Question<Tier> {
  return {
    values: [userId],
    text: (id) => `(select account_tier from profile where user_id = ${id})`,
    read: (found: Tier | null) => found ?? 'free',
  };
}

/** The name of a member who may have gone, asked beside others. */
export function nameAsked(userId: string): Question<string | null> {
  return { values: [userId], text: (id) => `(select username from profile where user_id = ${id})`, read: (found: string | null) => found };
}

/** Whether the account exists and is suspended. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ at: authUser.suspendedAt }).from(authUser).where(eq(authUser.id, userId));
  return row?.at != null;
}

/** Both of these at once, for who has locked what hangs on them. */
export async function standingOf(db: Db, userId: string): Promise<{ isSuspended: boolean; tier: Tier }> {
  const [isSuspended, tier] = await askTogether(db, 'members-standing', suspensionAsked(userId), tierAsked(userId));
  return { isSuspended, tier };
}

/** How many orders of this seller were delivered. */
export async function deliveredOrdersOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ sales: profile.totalSales }).from(profile).where(eq(profile.userId, userId));
  return row?.sales ?? 0;
}

/** The stored tier; an unknown member counts as free. */
export async function storedTierOf(db: Db, userId: string): Promise<Tier> {
  const [row] = await db.select({ tier: profile.accountTier }).from(profile).where(eq(profile.userId, userId));
  return row?.tier ?? 'free';
}

/** The stored tiers of many; an unknown member is not among them. */
export async function storedTiersOf(db: Db, userIds: readonly string[]): Promise<Map<string, Tier>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: profile.userId, tier: profile.accountTier })
    .from(profile)
    .where(sql`${profile.userId} = any(${sql.param([...userIds])}::text[])`);
  return new Map(rows.map(({ id, tier }) => [id, tier]));
}

/** Whether nobody holds or held the name. Says nothing about reserved names. */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  const [row] = await db
    .select({ uid: usernameRegistry.uid })
    .from(usernameRegistry)
    .where(eq(usernameRegistry.usernameKey, usernameKey(username)));
  return row === undefined;
}
