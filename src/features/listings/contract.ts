import * as z from 'zod';
import { sellerSchema } from '#features/accounts/contract.ts';
import { currencies } from '#kernel/money.ts';
import { listingStatuses } from './listing.process.ts';
import { conditions, finishes, languages, listingGames, listingLimits as limits, parseCondition, parseLanguage } from './listing.rules.ts';

/**
 * Refusals of this room beyond `invalid` (422), `not_found` (404), `not_signed_in` (401) and `not_allowed` (403).
 */
export const listingRefusals = {
  /** 403: the tier's places are taken. */
  tierLimit: 'tier_limit',
  /** 409: reserved, sold or removed; nothing may be changed. */
  frozen: 'frozen',
  /** 409: the verb does not lead from this state. */
  wrongState: 'wrong_state',
  /** 409: sold, held for another buyer, or not for sale now. */
  notAvailable: 'not_available',
  /** 409: the price is another than the buyer saw; `price` carries the new one. */
  priceChanged: 'price_changed',
  /** 409: somebody changed the listing since `version` was read. */
  versionChanged: 'version_changed',
  /** 410: it was public once and has been taken down. */
  removed: 'removed',
  /** 422: the price asks for a photo. */
  photoRequired: 'photo_required',
  /** 413, 415 or 422: a picture that cannot be taken; `errors.photos` names the file. */
  photoTooLarge: 'photo_too_large',
  photoUnreadable: 'photo_unreadable',
} as const;

const line = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .trim()
    .min(1, `${label} must not be empty.`)
    .max(max, `${label} may have at most ${max} characters.`)
    .refine((text) => !hasControl(text, false), `${label} must not contain control characters.`);

export const moneySchema = z.strictObject({
  amount: z.int({ error: 'The amount must be whole minor units (cents).' }),
  currency: z.enum(currencies, { error: `The currency must be one of ${currencies.join(', ')}.` }),
});

const priceSchema = moneySchema.extend({
  amount: z
    .int({ error: 'The price must be whole minor units (cents).' })
    .min(limits.minPrice, 'The price must be at least 0.01.')
    .max(limits.maxPrice, 'The price may be at most 1,000,000.00.'),
});

const conditionSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (parseCondition(value) ?? value) : value),
  z.enum(conditions, { error: `The condition must be one of ${conditions.join(', ')}.` }),
);
const finishSchema = z.enum(finishes, { error: `The finish must be one of ${finishes.join(', ')}.` });
const languageSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (parseLanguage(value) ?? value) : value),
  z.enum(languages, { error: `The language must be one of ${languages.join(', ')}.` }),
);
const gameSchema = z.enum(listingGames, { error: `The game must be one of ${listingGames.join(', ')}.` });

export const gradingSchema = z
  .strictObject({
    company: line(limits.graderLength, 'The grading company'),
    grade: z.union(
      [z.number().min(1).max(10).multipleOf(0.5), line(limits.gradeLength, 'The grade')],
      { error: 'The grade must be a number from 1 to 10 in halves, or the words on the label.' },
    ),
    certificate: line(limits.certificateLength, 'The certificate number').optional(),
  })
  .meta({ id: 'Grading' });

export const shippingOptionSchema = z
  .strictObject({
    name: line(limits.shippingNameLength, 'The shipping name'),
    price: moneySchema.extend({
      amount: z.int().min(0, 'The shipping price must not be negative.').max(limits.maxPrice, 'The shipping price may be at most 1,000,000.00.'),
    }),
    tracked: z.boolean(),
  })
  .meta({ id: 'ShippingOption' });

const writable = {
  title: line(limits.titleLength, 'The title'),
  condition: conditionSchema,
  finish: finishSchema.nullable(),
  language: languageSchema,
  grading: gradingSchema.nullable(),
  quantity: z.int({ error: 'The quantity must be a whole number.' }).min(1, 'The quantity must be at least 1.').max(limits.maxQuantity, `The quantity may be at most ${limits.maxQuantity}.`),
  price: priceSchema,
  description: z
    .string()
    .max(limits.descriptionLength.premium, `The description may have at most ${limits.descriptionLength.premium} characters.`)
    .refine((text) => !hasControl(text, true), 'The description must not contain control characters.')
    .nullable(),
  acceptsOffers: z.boolean(),
  offerFloor: priceSchema.nullable(),
  shipping: z.array(shippingOptionSchema).max(limits.shippingOptions, `At most ${limits.shippingOptions} shipping options.`),
};

const freeCard = {
  game: gameSchema,
  name: line(limits.nameLength, 'The card name'),
  setName: line(limits.setNameLength, 'The set name').nullable(),
  number: line(limits.numberLength, 'The number').nullable(),
  rarity: line(limits.rarityLength, 'The rarity').nullable(),
};

/** A card of the catalogue, or the card in free text. */
export const createListingSchema = z
  .strictObject({
    catalogueCardId: z.string().min(1).max(64).nullable().optional(),
    ...z.object(freeCard).partial().shape,
    ...z.object(writable).partial().shape,
    condition: conditionSchema,
    price: priceSchema,
    status: z.enum(['draft', 'active'], { error: 'A new listing is draft or active.' }).default('draft'),
  })
  .superRefine((input, ctx) => {
    if (!input.catalogueCardId && !input.game) ctx.addIssue({ code: 'custom', path: ['game'], message: 'Choose a card of the catalogue, or the game.' });
    if (!input.catalogueCardId && !input.name) ctx.addIssue({ code: 'custom', path: ['name'], message: 'Choose a card of the catalogue, or write its name.' });
    checkMoney(input, input.price, ctx);
  })
  .meta({ id: 'ListingIn' });

/** Only what is sent is changed. `version`, when sent, must be the one that the editor saw. */
export const editListingSchema = z
  .strictObject({
    catalogueCardId: z.string().min(1).max(64).nullable().optional(),
    ...z.object(freeCard).partial().shape,
    ...z.object(writable).partial().shape,
    version: z.int().optional(),
  })
  .superRefine((input, ctx) => checkMoney(input, input.price, ctx))
  .meta({ id: 'ListingEdit' });

interface MoneyFields {
  offerFloor?: { amount: number; currency: string } | null | undefined;
  shipping?: { name: string; price: { currency: string } }[] | undefined;
}

/** Several amounts of one listing share its currency, and nobody would accept an offer above the price. */
export function checkMoney(input: MoneyFields, price: { amount: number; currency: string } | undefined, ctx: { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void }): void {
  const { offerFloor, shipping } = input;
  if (price && offerFloor && offerFloor.currency !== price.currency) ctx.addIssue({ code: 'custom', path: ['offerFloor', 'currency'], message: 'The lowest offer must be in the currency of the price.' });
  else if (price && offerFloor && offerFloor.amount > price.amount) ctx.addIssue({ code: 'custom', path: ['offerFloor'], message: 'The lowest offer must not be above the price.' });
  const names = new Set<string>();
  for (const [index, option] of (shipping ?? []).entries()) {
    if (price && option.price.currency !== price.currency) ctx.addIssue({ code: 'custom', path: ['shipping', index, 'price'], message: 'Shipping must be in the currency of the price.' });
    if (names.has(option.name.toLowerCase())) ctx.addIssue({ code: 'custom', path: ['shipping', index, 'name'], message: 'Two shipping options have the same name.' });
    names.add(option.name.toLowerCase());
  }
}

/** NUL and its kin never belong in text; a line break and a tab do where a text has lines. */
function hasControl(text: string, multiline: boolean): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
  return (multiline ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/).test(text) || !text.isWellFormed();
}

export const photoSchema = z
  .object({
    id: z.string(),
    /** The largest size; the others are `/photos/{id}/{width}.webp` for each of `widths`. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
    widths: z.array(z.int()),
    /** A ThumbHash in base64, drawn blurred while the photo loads. */
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
    grading: gradingSchema.nullable(),
    quantity: z.int(),
    quantityAvailable: z.int(),
    price: moneySchema,
    description: z.string().nullable(),
    acceptsOffers: z.boolean(),
    /** Present for the seller only. */
    offerFloor: moneySchema.nullable().optional(),
    shipping: z.array(shippingOptionSchema),
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
    /** Prices in the reference currency's minor units; `to` is null for the last. */
    price: z.array(z.object({ from: z.int(), to: z.int().nullable(), count: z.int() })),
  })
  .meta({ id: 'ListingFacets' });

export const listingPageSchema = z
  .object({
    items: z.array(listingSchema),
    nextCursor: z.string().nullable(),
    total: z.int(),
    /** True where a search by words meant so much that only the first thousands were looked at: there are at least `total`. */
    approximate: z.boolean(),
    facets: facetsSchema,
    /** When nothing was found: which filter, given up, would show how many. The most rewarding first. */
    withoutFilter: z.array(z.object({ filter: z.string(), total: z.int() })),
    /** The search with its misspellings put right, when it was understood so. */
    didYouMean: z.string().nullable(),
  })
  .meta({ id: 'ListingPage' });

/** One's own listings, whatever their state. */
export const ownListingPageSchema = z
  .object({
    items: z.array(listingSchema),
    nextCursor: z.string().nullable(),
    /** How many there are of each state, removed ones left out. */
    counts: z.partialRecord(z.enum(listingStatuses), z.int()),
  })
  .meta({ id: 'OwnListingPage' });

export const favoriteSchema = z
  .object({ listingId: z.string(), favorite: z.boolean(), favoriteCount: z.int() })
  .meta({ id: 'Favorite' });

export const favoritePageSchema = z
  .object({
    items: z.array(listingSchema.extend({ savedAt: z.string(), savedPrice: moneySchema })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'FavoritePage' });

export { type ListingFilters, type ListingQuery, type ListingSort, listingSorts, readListingQuery, writeListingQuery } from './listing.query.ts';

export type CreateListingInput = z.input<typeof createListingSchema>;
export type EditListingInput = z.input<typeof editListingSchema>;
export type Listing = z.output<typeof listingSchema>;
export type ListingCard = z.output<typeof listingCardSchema>;
export type ListingPhoto = z.output<typeof photoSchema>;
export type Grading = z.output<typeof gradingSchema>;
export type ShippingOption = z.output<typeof shippingOptionSchema>;
export type FacetValue = z.output<typeof facetValueSchema>;
export type ListingFacets = z.output<typeof facetsSchema>;
export type ListingPage = z.output<typeof listingPageSchema>;
export type OwnListingPage = z.output<typeof ownListingPageSchema>;
export type FavoriteListing = z.output<typeof favoritePageSchema>['items'][number];

/** What of a listing changed, in `listing.changed`. */
export type ListingChange = 'created' | 'published' | 'edited' | 'photos' | 'paused' | 'resumed' | 'renewed' | 'expired' | 'removed' | 'held' | 'released' | 'sold' | 'tier';

/** `data` of the event `listing.changed`; its subject is the listing, its topics `listing:ID` and `user:SELLER`. */
export interface ListingChangedData {
  change: ListingChange;
  sellerId: string;
  game: string;
  cardId: string | null;
  status: (typeof listingStatuses)[number];
}
