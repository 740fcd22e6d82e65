import type { authUser } from '#platform/identity/identity.tables.ts';
import type { profile, subscription } from './accounts.tables.ts';
import { badgeOf, type OwnProfile, type PublicProfile, type Seller, type SubscriptionView, themes } from './contract.ts';
import { noSubscription } from './subscription-record.server.ts';

type ProfileRow = typeof profile.$inferSelect;
type UserRow = typeof authUser.$inferSelect;
type SubscriptionRow = typeof subscription.$inferSelect;

export function presentSeller(row: ProfileRow): Seller {
  return { id: row.userId, username: row.username, avatarUrl: avatarOf(row), rating: row.rating, totalSales: row.totalSales, tier: row.accountTier };
}

/** What anybody may see: nothing of e-mail, subscription or sign-in, and the contact only where the owner shows it. */
export function presentPublicProfile(row: ProfileRow): PublicProfile {
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
    joinDate: row.joinDate.toISOString(),
    tier: row.accountTier,
    badge: badgeOf(row.accountTier),
  };
}

export function presentOwnProfile(row: ProfileRow, user: UserRow, paid: SubscriptionRow | null): OwnProfile {
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
    tutorialPreferences: row.tutorialPreferences,
    subscription: presentSubscription(paid ?? noSubscription),
    role: user.role,
    version: row.version,
  };
}

/** The member's own view; Stripe's customer id stays with us. */
function presentSubscription(row: typeof noSubscription): SubscriptionView {
  return {
    status: row.status,
    currentPlan: row.currentPlan,
    startDate: row.startDate?.toISOString() ?? null,
    endDate: row.endDate?.toISOString() ?? null,
    renewalDate: row.renewalDate?.toISOString() ?? null,
    stripeSubscriptionId: row.stripeSubscriptionId,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    manuallyUpdated: row.manuallyUpdated,
    tier: row.tier,
  };
}

function avatarOf(row: ProfileRow): string | null {
  return row.avatarUrl ?? row.photoUrl;
}

function socialOf(row: ProfileRow): PublicProfile['social'] {
  return { youtube: row.socialYoutube, twitter: row.socialTwitter, facebook: row.socialFacebook };
}
