import { and, eq, gt, gte, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import { likePart } from '#kernel/text/like.ts';
import type { Db } from '#platform/db/db.ts';
import { authAccount, authSession, authUser } from '#platform/identity/identity.tables.ts';
import { countPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { Tier } from '../contract.ts';
import { maskEmail, normalizeEmail } from '../model/email.rules.ts';
import { profile } from '../model/members.tables.ts';

/** A row of the admins' list of members. The address is masked: reading it is a separate action. */
export interface MemberRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  maskedEmail: string;
  role: 'member' | 'admin';
  tier: Tier;
  joinDate: Date;
  suspendedAt: Date | null;
}

export interface MemberFilter {
  /** Part of a name, a whole e-mail, or an id. */
  q?: string | undefined;
  tier?: Tier | undefined;
  status?: 'active' | 'suspended' | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface MemberPage extends Page<MemberRow> {
  /** Counts of all matches of `q`, ignoring the tier and status filters. */
  counts: { all: number; premium: number; suspended: number };
}

const columns = {
  id: profile.userId,
  username: profile.username,
  displayName: profile.displayName,
  avatarUrl: sql<string | null>`coalesce(${profile.avatarUrl}, ${profile.photoUrl})`,
  email: authUser.email,
  role: authUser.role,
  tier: profile.accountTier,
  joinDate: profile.joinDate,
  suspendedAt: authUser.suspendedAt,
};

/** Members, newest first, with counts by kind. Excludes deleted ones. */
export async function listMembers(db: Db, { q = '', tier, status, cursor, limit }: MemberFilter): Promise<MemberPage> {
  const found = and(isNull(profile.deletedAt), matching(q.trim()));
  const isSuspended =
    status === undefined
      ? undefined
      : status === 'suspended'
        ? isNotNull(authUser.suspendedAt)
        : isNull(authUser.suspendedAt);
  const [rows, [counts]] = await Promise.all([
    db
      .select({
        ...columns,
        key: sql<number>`(extract(epoch from ${profile.joinDate}) * 1000000)::bigint`.mapWith(Number),
      })
      .from(profile)
      .innerJoin(authUser, eq(authUser.id, profile.userId))
      .where(
        and(
          found,
          tier && eq(profile.accountTier, tier),
          isSuspended,
          cursor === undefined ? undefined : after(cursor),
        ),
      )
      .orderBy(sql`${profile.joinDate} desc, ${profile.userId} desc`)
      .limit(limit + 1),
    db
      .select({
        all: sql<number>`count(*)`.mapWith(Number),
        premium: sql<number>`count(*) filter (where ${profile.accountTier} = 'premium')`.mapWith(Number),
        suspended: sql<number>`count(${authUser.suspendedAt})`.mapWith(Number),
      })
      .from(profile)
      .innerJoin(authUser, eq(authUser.id, profile.userId))
      .where(found),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ key, id }) => [key, id]);
  return {
    items: items.map(({ key, email, ...row }) => ({ ...row, maskedEmail: maskEmail(email) })),
    nextCursor,
    counts: counts ?? { all: 0, premium: 0, suspended: 0 },
  };
}

/** How many members joined since a time. */
export async function countNewMembers(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(profile)
    .where(and(isNull(profile.deletedAt), gte(profile.joinDate, since)));
  return row?.n ?? 0;
}

/** An address matches only as a whole, so that addresses cannot be enumerated by prefix. */
function matching(q: string): SQL | undefined {
  if (q === '') return undefined;
  if (q.includes('@')) return eq(authUser.email, normalizeEmail(q));
  const part = likePart(q);
  return or(eq(profile.userId, q), ilike(profile.username, part), ilike(profile.displayName, part));
}

function after(cursor: string): SQL {
  const [at, id] = readCursor(cursor, cursorPart.whole, cursorPart.id);
  return sql`(${profile.joinDate}, ${profile.userId}) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${id})`;
}

export interface MemberFacts extends MemberRow {
  isEmailVerified: boolean;
  suspendedReason: string | null;
  lastSignIn: Date | null;
  totalSales: number;
  /** `password`, and providers such as `google`. */
  waysIn: string[];
  sessions: number;
  hasApp: boolean;
  recoveryCodes: number;
  passkeys: number;
}

/** All that an admin sees of one member, by id. Refuses an unknown or deleted one (404). */
export async function getMember(platform: Platform, userId: string): Promise<MemberFacts> {
  const { db, clock, identity } = platform;
  const [row] = await db
    .select({
      ...columns,
      isEmailVerified: authUser.emailVerified,
      suspendedReason: authUser.suspendedReason,
      lastSignIn: profile.lastSignIn,
      totalSales: profile.totalSales,
    })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt)));
  if (!row) throw notFound(profileNotFound);
  const [sessions, accounts, factor, passkeys] = await Promise.all([
    db.$count(authSession, and(eq(authSession.userId, userId), gt(authSession.expiresAt, clock.now()))),
    db
      .select({ provider: authAccount.providerId, password: authAccount.password })
      .from(authAccount)
      .where(eq(authAccount.userId, userId)),
    identity.secondFactors.find(db, userId),
    countPasskeys(db, userId),
  ]);
  const { email, ...facts } = row;
  return {
    ...facts,
    maskedEmail: maskEmail(email),
    sessions,
    waysIn: accounts
      .flatMap(({ provider, password }) =>
        provider !== 'credential' ? [provider] : password === null ? [] : ['password'],
      )
      .sort(),
    hasApp: factor?.confirmedAt != null,
    recoveryCodes: factor?.confirmedAt != null ? factor.recoveryCodesLeft : 0,
    passkeys,
  };
}

/** A member's address, with the row locked until the transaction ends. The caller records the access. */
export async function readEmail(db: Db, userId: string): Promise<string> {
  const [row] = await db
    .select({ email: authUser.email })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt)))
    .for('key share');
  if (!row) throw notFound(profileNotFound);
  return row.email;
}

/** Usernames by id, including deleted members. */
export async function listNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: profile.userId, username: profile.username })
    .from(profile)
    .where(inArray(profile.userId, wanted));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
