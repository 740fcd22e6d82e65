import * as z from 'zod';
import { searchWarningsSchema } from '#features/catalogue/contract.ts';
import { eachFlag, editions } from '#features/catalogue/words.ts';
import { sellerKinds, sellerSchema, vacationSchema } from '#features/members/contract.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageSchema } from '#kernel/numbers/paging-schema.ts';
import {
  checklistSchema,
  type createListingSchema,
  type editListingSchema,
  gradingSchema,
  shippingOptionSchema,
} from './model/listing.input.ts';
import {
  listingMovers,
  listingPausers,
  listingReasons,
  listingStates,
  listingStatuses,
  listingVerbs,
  sellerMoves,
} from './model/listing.process.ts';
import { conditions, offerWindowHours } from './model/listing.rules.ts';

export { createListingSchema, editListingSchema, gradingSchema, shippingOptionSchema } from './model/listing.input.ts';
export { type OperatorReason, operatorReasons } from './model/listing.process.ts';
export { listingRefusals } from './model/listing.refusals.ts';
export {
  conditions,
  languageNames,
  languages,
  ownTexts,
  parseLanguage,
  priceRank,
} from './model/listing.rules.ts';
export { newSellerSteps } from './model/new-seller.rules.ts';

/** The version of a listing that the buyer saw, for `holdStock`. */
export const listingVersionSchema = z
  .int({ error: 'version must be a whole number.' })
  .min(1, 'version must be at least 1.');

export const photoSchema = z
  .object({
    id: z.string(),
    /** The largest size; the others are `/photos/{id}/{width}.webp` for each of `widths`. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
    widths: z.array(z.int()),
    /** A ThumbHash in base64, rendered blurred while the photo loads. */
    placeholder: z.string().nullable(),
  })
  .meta({ id: 'Photo' });

export const listingCardSchema = z
  .object({
    id: z.string(),
    game: z.string(),
    setCode: z.string().nullable(),
    setName: z.string().nullable(),
    number: z.string().nullable(),
    name: z.string(),
    rarity: z.string().nullable(),
    finishes: z.array(z.string()),
  })
  .meta({ id: 'ListingCard' });

export const listingSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    seller: sellerSchema,
    catalogueCardId: z.string().nullable(),
    card: listingCardSchema.nullable(),
    game: z.string(),
    setCode: z.string().nullable(),
    setName: z.string().nullable(),
    number: z.string().nullable(),
    name: z.string(),
    rarity: z.string().nullable(),
    condition: z.enum(conditions),
    finish: z.string().nullable(),
    language: z.string(),
    /** Null where it has none or its seller did not say. */
    edition: z.enum(editions).nullable(),
    ...eachFlag(() => z.boolean()),
    /**
     * Whether `quantity` counts sets of four: never, since what is listed as sets is stored as copies with the price of
     * one.
     */
    playset: z.literal(false),
    grading: gradingSchema.nullable(),
    /** What the seller checked before they named the condition; null where they entered nothing. */
    checklist: checklistSchema.nullable(),
    quantity: z.int(),
    quantityAvailable: z.int(),
    price: moneySchema,
    description: z.string().nullable(),
    acceptsOffers: z.boolean(),
    /** Present for the seller only. */
    offerFloor: moneySchema.nullable().optional(),
    /**
     * Present for the seller only: how long offers wait, and from which amount on, and below which, they are answered
     * by themselves.
     */
    offerWindowHours: z.literal(offerWindowHours).optional(),
    autoAccept: moneySchema.nullable().optional(),
    autoDecline: moneySchema.nullable().optional(),
    /** Present for the seller only: SKU, storage location, note, and the cost of one copy. */
    sku: z.string().nullable().optional(),
    place: z.string().nullable().optional(),
    privateNote: z.string().nullable().optional(),
    cost: moneySchema.nullable().optional(),
    /** Present for the seller only: whose word it takes to end the pause; null where it is not paused. */
    pausedBy: z.enum(listingPausers).nullable().optional(),
    /** Present for the seller only: the verbs that are possible now. */
    moves: z.array(z.enum(sellerMoves)).optional(),
    /**
     * For one copy, the cheapest first where the seller has shipping methods of their own for all listings; none: the
     * price includes shipping, or `shipsTo` is present and no method ships this copy.
     */
    shipping: z.array(shippingOptionSchema),
    /**
     * Whether the price of shipping depends on the country, or not all countries are shipped to. Then `shipping` is that
     * to the destination with the cheapest shipping. A search with `shipsTo` has the shipping to that.
     */
    shippingVaries: z.boolean(),
    /** The country that the seller ships from (ISO 3166); null where it is unknown. */
    shipsFrom: z.string().nullable(),
    /** Countries, `EU` and `world`; null where the methods of `shipping` ship to every country. */
    shipsTo: z.array(z.string()).nullable(),
    photos: z.array(photoSchema),
    tier: z.enum(['free', 'premium']),
    status: z.enum(listingStatuses),
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
    publishedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    favoriteCount: z.int(),
    viewCount: z.int(),
    /** While its seller is on vacation: nothing can be bought from them or offered to them. */
    sellerAway: vacationSchema.nullable(),
    /**
     * Whether it is sold by a private person or by a trader; what a trader shows is `GET /api/profiles/{id}/seller`.
     */
    sellerKind: z.enum(sellerKinds),
  })
  .meta({ id: 'Listing' });

export const facetValueSchema = z.object({ value: z.string(), label: z.string(), count: z.int() });
export const facetsSchema = z
  .object({
    game: z.array(facetValueSchema),
    set: z.array(facetValueSchema),
    rarity: z.array(facetValueSchema),
    condition: z.array(facetValueSchema),
    finish: z.array(facetValueSchema),
    language: z.array(facetValueSchema),
    graded: z.array(facetValueSchema),
    /** Of graded cards. */
    company: z.array(facetValueSchema),
    grade: z.array(facetValueSchema),
    /** Whether there are photos of the copy itself. */
    photo: z.array(facetValueSchema),
    /** Countries of sellers who named one. */
    shipsFrom: z.array(facetValueSchema),
    /** Countries, `EU` and `world`, as sellers name them. */
    shipsTo: z.array(facetValueSchema),
    /** Prices in the reference currency's minor units; `to` is null for the last. */
    price: z.array(z.object({ from: z.int(), to: z.int().nullable(), count: z.int() })),
  })
  .meta({ id: 'ListingFacets' });

const foundListingsSchema = pageSchema(listingSchema).extend({
  total: z.int(),
  /**
   * True where a search by words matched so much that only the first thousand matches were read beyond the best
   * cards: there are at least `total`.
   */
  approximate: z.boolean(),
  facets: facetsSchema,
  /** When nothing was found: which filter, given up, would show how many. The most rewarding first. */
  withoutFilter: z.array(z.object({ filter: z.string(), total: z.int() })),
  /** The search with its misspellings corrected, where they were. */
  didYouMean: z.string().nullable(),
  /** Words of the search that no card has together with the others: what is found is found without them. */
  leftOut: z.array(z.string()),
});
export const listingPageSchema = foundListingsSchema
  .extend({ warnings: searchWarningsSchema })
  .meta({ id: 'ListingPage' });

const moment = {
  at: z.iso.datetime(),
  verb: z.enum(listingVerbs),
  /** Null for the initial state. The pauses differ by who may end them. */
  from: z.enum(listingStates).nullable(),
  to: z.enum(listingStates),
  /** Its seller, an admin, or the system: orders, a timer, the seller's tier, a suspension. */
  by: z.enum(listingMovers),
  why: z.enum(listingReasons),
  /** An admin's message to the seller. */
  note: z.string().nullable(),
  /** The order for which copies were held, given back or sold. */
  orderId: z.string().nullable(),
};
export const listingMomentSchema = z.object(moment).meta({ id: 'ListingMoment' });
/** The newest moves, newest first; what was before there was a history is not in it. */
export const listingHistorySchema = z.object({ items: z.array(listingMomentSchema) }).meta({ id: 'ListingHistory' });
export type ListingMoment = z.output<typeof listingMomentSchema>;

/** A listing as an admin sees it. */
export const adminListingSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    sellerId: z.string(),
    status: z.enum(listingStatuses),
    pausedBy: z.enum(listingPausers).nullable(),
    price: moneySchema,
    quantity: z.int(),
    quantityHeld: z.int(),
    quantitySold: z.int(),
    /** All of them, for any viewer. */
    photos: z.array(photoSchema),
    createdAt: z.iso.datetime(),
    publishedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    version: z.int(),
    /** The actions that an admin has now. */
    may: z.array(z.enum(['pause', 'resume'])),
    history: z.array(listingMomentSchema.extend({ actorId: z.string().nullable() })),
  })
  .meta({ id: 'ListingForOperator' });
export type AdminListing = z.output<typeof adminListingSchema>;

/** One's own listings, whatever their state. */
export const ownListingPageSchema = pageSchema(listingSchema)
  .extend({
    /** How many there are of each state, removed ones left out. */
    counts: z.partialRecord(z.enum(listingStatuses), z.int()),
  })
  .meta({ id: 'OwnListingPage' });

export const favoriteSchema = z
  .object({ listingId: z.string(), favorite: z.boolean(), favoriteCount: z.int() })
  .meta({ id: 'Favorite' });

export const favoritePageSchema = pageSchema(
  listingSchema.extend({ savedAt: z.string(), savedPrice: moneySchema }),
).meta({ id: 'FavoritePage' });

export {
  type ListingFilters,
  type ListingQuery,
  type ListingSort,
  queryLimits,
  readListingQuery,
} from './search/listing.query.ts';

export type CreateListingInput = z.input<typeof createListingSchema>;
export type EditListingInput = z.input<typeof editListingSchema>;
export type Listing = z.output<typeof listingSchema>;
export type ListingPhoto = z.output<typeof photoSchema>;
export type Grading = z.output<typeof gradingSchema>;
export type ShippingOption = z.output<typeof shippingOptionSchema>;
export type FacetValue = z.output<typeof facetValueSchema>;
export type ListingFacets = z.output<typeof facetsSchema>;
/** A page of a search, before what its words say is read. */
export type FoundListings = z.output<typeof foundListingsSchema>;
export type ListingPage = z.output<typeof listingPageSchema>;
export type OwnListingPage = z.output<typeof ownListingPageSchema>;
export type FavoriteListing = z.output<typeof favoritePageSchema>['items'][number];

/** From the lowest to the highest price of `count` copies that are alike, in minor units of one currency. */
export interface PriceRange {
  /** A condition, or `graded` for those in a slab. */
  condition: string;
  currency: Currency;
  low: number;
  high: number;
  count: number;
}

/** What a card is offered for now and was sold for, so many days back. */
export interface CardPrices {
  days: number;
  asks: PriceRange[];
  /** Of a year, by the sales that count; null for a member whose tier has no price history. */
  sales: PriceRange[] | null;
  /** The median of `count` sold copies of this kind in so many days; null where they are too few. */
  suggested: { price: Money; count: number; days: number } | null;
}
