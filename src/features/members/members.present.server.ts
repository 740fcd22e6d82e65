import type { authUser } from '#platform/identity/identity.tables.ts';
import { badgeOf, type MemberProfile, noFacts, type PublicProfile, type Seller, themes } from './contract.ts';
import type { profile, VacationRow } from './model/members.tables.ts';
import { presentVacation } from './vacation/vacation.queries.server.ts';
import { isWithin } from './vacation/vacation.rules.ts';

type ProfileRow = typeof profile.$inferSelect;
type Status = VacationRow | null;
type SellerRow = Pick<
  ProfileRow,
  'userId' | 'username' | 'avatarUrl' | 'photoUrl' | 'rating' | 'totalSales' | 'accountTier'
>;
type UserRow = typeof authUser.$inferSelect;

export function presentSeller(row: SellerRow): Seller {
  return {
    id: row.userId,
    username: row.username,
    avatarUrl: avatarOf(row),
    rating: row.rating,
    totalSales: row.totalSales,
    tier: row.accountTier,
  };
}

/** The public fields: no e-mail, subscription or sign-in data, and the contact only when the owner publishes it. */
export function presentPublicProfile(row: ProfileRow, vacation: Status, now: Date): PublicProfile {
  return {
    id: row.userId,
    username: row.username,
    displayName: row.displayName,
    bio: row.bio,
    location: row.location,
    avatarUrl: avatarOf(row),
    social: socialOf(row),
    contact: row.contactVisible ? row.contact : null,
    totalSales: row.totalSales,
    rating: row.rating,
    ratingCount: row.ratingCount,
    facts: row.facts ?? noFacts,
    joinDate: row.joinDate.toISOString(),
    tier: row.accountTier,
    badge: badgeOf(row.accountTier),
    sellerKind: row.sellerKind,
    // A planned vacation stays private: it announces an empty home.
    vacation: vacation && isWithin(vacation, now) ? presentVacation(vacation) : null,
  };
}

export function presentMemberProfile(row: ProfileRow, user: UserRow, vacation: Status): MemberProfile {
  return {
    id: row.userId,
    uid: row.userId,
    email: user.email,
    username: row.username,
    displayName: row.displayName,
    joinDate: row.joinDate.toISOString(),
    totalSales: row.totalSales,
    rating: row.rating,
    ratingCount: row.ratingCount,
    bio: row.bio,
    location: row.location,
    avatarUrl: avatarOf(row),
    photoURL: row.photoUrl,
    contact: row.contact,
    contactVisible: row.contactVisible,
    isEmailVerified: user.emailVerified,
    verificationSentAt: row.verificationSentAt?.toISOString() ?? null,
    profileCompleted: row.profileCompleted,
    needsProfileCompletion: row.needsCompletion,
    onboardingCompleted: row.onboardingCompleted,
    lastUpdated: row.lastUpdated.toISOString(),
    lastSignIn: row.lastSignIn?.toISOString() ?? null,
    authProvider: row.authProvider,
    social: socialOf(row),
    accountTier: row.accountTier,
    tier: row.accountTier,
    badge: badgeOf(row.accountTier),
    theme: themes.find((known) => known === row.theme) ?? null,
    numberFormat: row.numberFormat,
    timeZone: row.timeZone,
    displayCurrency: row.displayCurrency,
    density: row.density ?? 'comfortable',
    motion: row.motion ?? 'system',
    games: row.games ?? [],
    tutorialPreferences: row.tutorialPreferences,
    role: user.role,
    vacation: vacation && presentVacation(vacation),
    version: row.version,
  };
}

function avatarOf(row: Pick<ProfileRow, 'avatarUrl' | 'photoUrl'>): string | null {
  return row.avatarUrl ?? row.photoUrl;
}

function socialOf(row: ProfileRow): PublicProfile['social'] {
  return { youtube: row.socialYoutube, twitter: row.socialTwitter, facebook: row.socialFacebook };
}
