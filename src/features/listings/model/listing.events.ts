import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { listingStatuses } from './listing.process.ts';

/**
 * The changes of a listing. `favorited` does not change its version, since its facts stay. `repriced` is one of many at
 * once, which `listings.repriced` announces.
 */
export const listingChanges = [
  'created',
  'published',
  'edited',
  'repriced',
  'photos',
  'paused',
  'resumed',
  'renewed',
  'expired',
  'removed',
  'held',
  'released',
  'sold',
  'tier',
  'favorited',
] as const;
export type ListingChange = (typeof listingChanges)[number];

/** Its subject is the listing, its topics `listing:ID`, `user:SELLER`, and those of the lists that may now show it. */
export const listingChanged = defineEvent(
  'listing.changed',
  z.object({
    change: z.enum(listingChanges),
    sellerId: z.string(),
    game: z.string(),
    cardId: z.string().nullable(),
    status: z.enum(listingStatuses),
    /** Whether it names a certificate, where the publisher knew. */
    isCertified: z.boolean().optional(),
  }),
);

/**
 * Many listings of one seller started in one transaction, as in an import: one event for all of them. Its subject is
 * the seller, its topics `user:SELLER` and those of the lists that may show them; no page has one of them open yet.
 */
export const listingsCreated = defineEvent(
  'listings.begun',
  z.object({
    sellerId: z.string(),
    /** Those for sale. */
    live: z.array(z.string()),
    /** Those of them that name a certificate. */
    certified: z.array(z.string()),
  }),
);

/**
 * Many listings of one seller got new prices in one transaction: one event for lists and background jobs, while the
 * viewers of each listing get its own `listing.changed`. Its subject is the seller, its topics `user:SELLER` and those
 * of the lists that show them.
 */
export const listingsRepriced = defineEvent(
  'listings.repriced',
  z.object({
    sellerId: z.string(),
    /** Those for sale. */
    live: z.array(z.string()),
    /** All but drafts. */
    shown: z.array(z.string()),
  }),
);

/**
 * A seller's listings can't be bought any more, or can be again. Its subject is the seller, its topics `profile:SELLER`
 * and `user:SELLER`.
 */
export const salesBlockChanged = defineEvent('listings.sales-block-changed', z.object({}));

/**
 * Its time is over; the seller is notified. Separate from `listing.changed`, which happens with every purchase and
 * would enqueue a job each time.
 */
export const listingEnded = defineEvent('listing.ended', z.object({ sellerId: z.string() }));
