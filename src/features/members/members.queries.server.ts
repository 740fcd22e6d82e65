import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import {
  type Density,
  type MemberProfile,
  type Motion,
  type PublicProfile,
  type Theme,
  type Tier,
  themes,
} from './contract.ts';
import { presentMemberProfile, presentPublicProfile } from './members.present.server.ts';
import { profile, usernameRegistry, vacation } from './model/members.tables.ts';
import { firstStepsKey, type TutorialFlags, tutorialFlags } from './profile/tutorial.rules.ts';
import { usernameKey, usernameProblem } from './profile/username.rules.ts';

/** The viewer's data in the layout of every page. */
export interface Viewer {
  id: string;
  username: string;
  avatarUrl: string | null;
  tier: Tier;
  role: 'member' | 'admin';
  needsCompletion: boolean;
  onboardingCompleted: boolean;
  tutorials: TutorialFlags;
  joinedAt: Date;
  /** The games that they collect. */
  games: string[];
  /** They closed the first steps on the home page. */
  hasClosedFirstSteps: boolean;
  /** The theme saved on the profile, or null for none. */
  theme: Theme | null;
  /** As chosen in the settings; null: the browser's. */
  numberFormat: string | null;
  timeZone: string | null;
  /** Prices in other currencies are also shown in this one. */
  displayCurrency: string | null;
  density: Density;
  motion: Motion;
  emailVerified: boolean;
}

/** A prepared statement: it runs for every page of a member. */
const viewerQuery = {
  name: 'members-viewer',
  text: `select p.user_id as id, p.username, coalesce(p.avatar_url, p.photo_url) as "avatarUrl", p.account_tier as tier, u.role,
      p.needs_completion as "needsCompletion", p.onboarding_completed as "onboardingCompleted", p.tutorial_preferences as tutorials, p.theme,
      p.number_format as "numberFormat", p.time_zone as "timeZone",
      p.display_currency as "displayCurrency", coalesce(p.density, 'comfortable') as density,
      coalesce(p.motion, 'system') as motion, p.join_date as "joinedAt", coalesce(p.games, '{}') as games,
      u.email_verified as "emailVerified"
    from profile p join auth_user u on u.id = p.user_id where p.user_id = $1`,
};

/** One query for the layout. Null for a visitor and a deleted account. */
export async function findViewer(db: Db, actor: { id: string } | null): Promise<Viewer | null> {
  if (!actor) return null;
  const { rows } = await connectionOf(db).query<Viewer & { tutorials: Record<string, boolean> }>({
    ...viewerQuery,
    values: [actor.id],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    ...row,
    tutorials: tutorialFlags(row.tutorials),
    hasClosedFirstSteps: row.tutorials[firstStepsKey] === true,
    theme: themes.find((known) => known === row.theme) ?? null,
  };
}

const isOpenVacation = and(eq(vacation.memberId, profile.userId), isNull(vacation.endedAt));

/** By id or by username in any case. Null for an unknown and for a suspended member. */
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
    .leftJoin(vacation, isOpenVacation)
    .where(
      or(
        eq(profile.userId, idOrUsername),
        key === null
          ? undefined
          : sql`${profile.userId} = (select uid from username_registry where username_key = ${key} and status = 'active')`,
      ),
    )
    // A name may equal another member's id; the id wins, so that no name can take over an address.
    .orderBy(sql`${profile.userId} = ${idOrUsername} desc`)
    .limit(1);
  return row?.suspendedAt === null ? row : null;
}

export async function getPublicProfile(db: Db, idOrUsername: string, now: Date): Promise<PublicProfile> {
  const found = await findPublicProfile(db, idOrUsername, now);
  if (!found) throw notFound(profileNotFound);
  return found;
}

/** The fields of a member's own profile, without the subscription. Null for an unknown or deleted member. */
export async function findMemberProfile(db: Db, userId: string): Promise<MemberProfile | null> {
  const [row] = await db
    .select({ profile, user: authUser, vacation })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .leftJoin(vacation, isOpenVacation)
    .where(and(eq(profile.userId, userId), isNull(profile.deletedAt)));
  return row ? presentMemberProfile(row.profile, row.user, row.vacation) : null;
}

export async function getMemberProfile(db: Db, userId: string): Promise<MemberProfile> {
  const found = await findMemberProfile(db, userId);
  if (!found) throw notFound(profileNotFound);
  return found;
}

/** Whether no member has or had the name. Does not check reserved names. */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  const [row] = await db
    .select({ uid: usernameRegistry.uid })
    .from(usernameRegistry)
    .where(eq(usernameRegistry.usernameKey, usernameKey(username)));
  return row === undefined;
}
