import * as z from 'zod';
import { badgeOf, type Tier, tiers } from '#features/members/contract.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { freeAccount, premiumAccount } from '#kernel/specified-texts.ts';

/** Public API, browser-safe. The only definition of the tiers: the server enforces it and the pages show it. */

export const derivedStatuses = ['active', 'canceled', 'none'] as const;

export const subscriptionSchema = z
  .object({
    status: z.string(),
    currentPlan: z.string().nullable(),
    startDate: z.iso.datetime().nullable(),
    endDate: z.iso.datetime().nullable(),
    renewalDate: z.iso.datetime().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    manuallyUpdated: z.boolean(),
    tier: z.enum(tiers),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionView = z.infer<typeof subscriptionSchema>;

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
    /** Searches that a member may have saved. */
    maxSavedSearches: z.number().int(),
    /** Want lists that a member may have. */
    maxWantLists: z.number().int(),
    /** Lines that a want list may have. */
    maxWantListLines: z.number().int(),
  })
  .meta({ id: 'TierDefinition' });
export type TierDefinition = z.infer<typeof tierDefinitionSchema>;

export const tierDefinitions: Readonly<Record<Tier, TierDefinition>> = {
  free: {
    tier: 'free',
    displayName: freeAccount,
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
    maxSavedSearches: 25,
    maxWantLists: 3,
    maxWantListLines: 100,
  },
  premium: {
    tier: 'premium',
    displayName: premiumAccount,
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
    maxSavedSearches: 100,
    maxWantLists: 50,
    maxWantListLines: 500,
  },
};

/** The definition of a tier; anything unknown counts as free. */
export function tierDefinition(tier: string | null | undefined): TierDefinition {
  return tier === 'premium' ? tierDefinitions.premium : tierDefinitions.free;
}

/** A member's own premium (EN-05); `source` is the specification's word for a fresh answer of the server. */
export const premiumStatusSchema = z
  .object({
    isPremium: z.boolean(),
    tier: z.enum(tiers),
    status: z.string(),
    /**
     * The state of the subscription on the pages: `canceled` is one that runs until its end date (ST-04). Absent where
     * a client answers from its own cache.
     */
    derivedStatus: z.enum(derivedStatuses).optional(),
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
    .number('Enter a number of months.')
    .int('Enter a whole number of months.')
    .min(1, 'Enter at least 1 month.')
    .max(120, 'Enter at most 120 months.')
    .optional(),
});

/** The price of premium, as Stripe charges it. `taxIncluded` is false where Stripe adds tax or does not say. */
export const premiumPriceSchema = z
  .object({ price: moneySchema, interval: z.enum(['month', 'year']), taxIncluded: z.boolean() })
  .meta({ id: 'PremiumPrice' });
export type PremiumPrice = z.infer<typeof premiumPriceSchema>;

export const billSchema = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    createdAt: z.iso.datetime(),
    amount: moneySchema,
    /** `open`: not paid yet. `void`: canceled, nothing is to be paid. `closed`: given up. */
    status: z.enum(['paid', 'open', 'void', 'closed']),
    /** The page to read or print it. */
    url: z.string().nullable(),
  })
  .meta({ id: 'Bill' });
export type Bill = z.infer<typeof billSchema>;

/**
 * The caller's own, as the caller knows them; null is a client that knows of no subscription. `isPreview` says that the
 * page is of a preview (setting PREVIEW); nothing depends on it here.
 */
export const cancelInput = z.strictObject({
  subscriptionId: z.string().max(255).nullish(),
  userId: z.string().max(64).nullish(),
  isPreview: z.boolean().optional(),
});

export const canceledSchema = z
  .object({
    endDate: z.iso.datetime(),
    message: z.string(),
    /** Null, or what could not be done beside it. */
    error: z.string().nullable(),
    /** True: Stripe has canceled, and a job updates our record. */
    databaseError: z.boolean(),
  })
  .meta({ id: 'CanceledSubscription' });

export const addressSchema = z.object({ url: z.url() });
