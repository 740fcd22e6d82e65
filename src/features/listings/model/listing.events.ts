import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { listingStatuses } from './listing.process.ts';

/**
 * What of a listing changed. With `favorited` its version stays: nothing that is sold has changed. `repriced` is one of
 * many at once, of which `listings.repriced` tells.
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

/**
 * Its subject is the listing, its topics `listing:ID`, `user:SELLER`, and those of the lists on which it may now stand.
 */
export const listingChanged = defineEvent(
  'listing.changed',
  z.object({
    change: z.enum(listingChanges),
    sellerId: z.string(),
    game: z.string(),
    cardId: z.string().nullable(),
    status: z.enum(listingStatuses),
    /** Whether it names a certificate, where who told of it knew. */
    isCertified: z.boolean().optional(),
  }),
);

/**
 * Many listings of one seller began in one transaction, as a file of stock brings them: told once for all of them. Its
 * subject is the seller, its topics `user:SELLER` and those of the lists on which they stand now; nobody can have one
 * of them open.
 */
export const listingsBegun = defineEvent(
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
 * Many listings of one seller got new prices in one transaction: told once for all of them to lists and to what is
 * woken, while whoever has one of them open hears its own `listing.changed`. Its subject is the seller, its topics
 * `user:SELLER` and those of the lists on which they stand.
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
 * Its time is over; the seller is told. Apart from `listing.changed`, which happens with every purchase and would
 * enqueue a job each time.
 */
export const listingEnded = defineEvent('listing.ended', z.object({ sellerId: z.string() }));
