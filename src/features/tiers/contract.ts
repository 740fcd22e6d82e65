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
