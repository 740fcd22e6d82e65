import * as z from 'zod';
import { badgeOf, type Tier, tiers } from '#features/accounts/contract.ts';

/** Face, browser-safe. The one definition of the tiers: the server enforces it and the screens show it. */

export const tierDefinitionSchema = z
  .object({
    tier: z.enum(tiers),
    displayName: z.string(),
    badge: z.enum(['star']).nullable(),
    /** Null: no limit. */
    maxActiveListings: z.number().int().nullable(),
    /** How long a listing is shown after publication, in hours. */
    listingDuration: z.number().int(),
    hasAdvancedSearch: z.boolean(),
    hasPriorityMessaging: z.boolean(),
    hasBulkListingTools: z.boolean(),
    hasPriceHistory: z.boolean(),
    hasAds: z.boolean(),
    hasMarkdownSupport: z.boolean(),
    /** Longest description of a listing, in characters. */
    maxDescriptionLength: z.number().int(),
    /** Threads that a member may begin in an hour. */
    newThreadsPerHour: z.number().int(),
  })
  .meta({ id: 'TierDefinition' });
export type TierDefinition = z.infer<typeof tierDefinitionSchema>;

export const tierDefinitions: Readonly<Record<Tier, TierDefinition>> = {
  free: {
    tier: 'free',
    displayName: 'Free Account',
    badge: badgeOf('free'),
    maxActiveListings: 2,
    listingDuration: 48,
    hasAdvancedSearch: false,
    hasPriorityMessaging: false,
    hasBulkListingTools: false,
    hasPriceHistory: false,
    hasAds: true,
    hasMarkdownSupport: false,
    maxDescriptionLength: 5_000,
    newThreadsPerHour: 10,
  },
  premium: {
    tier: 'premium',
    displayName: 'Premium Account',
    badge: badgeOf('premium'),
    maxActiveListings: null,
    listingDuration: 720,
    hasAdvancedSearch: true,
    hasPriorityMessaging: true,
    hasBulkListingTools: true,
    hasPriceHistory: true,
    hasAds: false,
    hasMarkdownSupport: true,
    maxDescriptionLength: 20_000,
    newThreadsPerHour: 30,
  },
};

/** The definition of a tier; anything unknown counts as free. */
export function tierDefinition(tier: string | null | undefined): TierDefinition {
  return tier === 'premium' ? tierDefinitions.premium : tierDefinitions.free;
}

/** What a client learns of its own premium (EN-05); `source` is the specification's word for a fresh answer of the server. */
export const premiumStatusSchema = z
  .object({
    isPremium: z.boolean(),
    tier: z.enum(tiers),
    status: z.string(),
    source: z.enum(['firestore', 'cache', 'error']),
    lastChecked: z.iso.datetime(),
    subscription: z
      .object({
        status: z.string(),
        startDate: z.iso.datetime().nullable(),
        endDate: z.iso.datetime().nullable(),
        renewalDate: z.iso.datetime().nullable(),
        stripeSubscriptionId: z.string().nullable(),
        currentPlan: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'PremiumStatus' });
export type PremiumStatus = z.infer<typeof premiumStatusSchema>;

export const grantInput = z.strictObject({
  months: z
    .number('Months must be a number.')
    .int('Months must be a whole number.')
    .min(1, 'Grant at least one month.')
    .max(120, 'Grant at most ten years.')
    .optional(),
});
