import * as z from 'zod';
import { listingVersionSchema } from '#features/listings/contract.ts';
import { purchaseModes, purchaseShippingFields } from '#features/orders/contract.ts';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { countrySources } from './model/country.rules.ts';
import { shippingProblems } from './model/group-shipping.rules.ts';
import { cartLimits } from './words.ts';

/**
 * Refusals of this feature beyond `invalid` (422), `not_found` (404), `not_allowed` (403) and `blocked` (403), and the
 * listings feature's `not_available`, `seller_away` and `sales_blocked` (409).
 */
export const cartRefusals = {
  /** 409: as many listings as a cart can hold. */
  cartFull: 'cart_full',
  /** 409: of as many sellers as a cart can hold. */
  tooManySellers: 'too_many_sellers',
  /** 409: more copies than a purchase can have. */
  tooManyCopies: 'too_many_copies',
  /** 409: an accepted offer stays in the cart until its reservation ends. */
  offerLine: 'offer_line',
  /** 409: nothing in the cart can be bought in this currency. */
  nothingToBuy: 'nothing_to_buy',
} as const;

const quantity = z
  .int({ error: 'Enter a whole number.' })
  .min(1, 'Enter at least 1.')
  .max(cartLimits.copies, `Enter at most ${cartLimits.copies}.`);

export const addLineSchema = z
  .strictObject({
    listingId: z
      .string({ error: 'Enter the ID of the listing.' })
      .min(1, 'Enter the ID of the listing.')
      .max(64, 'Enter the ID of an existing listing.'),
    quantity: quantity.default(1).describe('Added to what the cart has of this listing.'),
    /** The version of the listing that the buyer saw. */
    listingVersion: listingVersionSchema.optional(),
  })
  .meta({ id: 'CartLineIn' });
export type AddLineInput = z.output<typeof addLineSchema>;

export const setLineSchema = z.strictObject({ quantity }).meta({ id: 'CartLineEdit' });

const shortText = (max: number, sentence: string) =>
  z.string(sentence).min(1, sentence).max(max, sentence).refine(isPlainText, sentence);
const shippingChoice = z.strictObject({
  sellerId: shortText(64, 'Enter the ID of a seller.'),
  method: shortText(200, 'Enter the name of a shipping method.'),
});
const shippingChoices = z
  .array(shippingChoice)
  .max(cartLimits.sellers, `Choose shipping methods of at most ${cartLimits.sellers} sellers.`);

export const cartChoicesSchema = z
  .strictObject({
    country: z
      .string('Choose a country.')
      .refine((code) => countryName(code) !== undefined, 'Choose a country.')
      .nullable()
      .optional()
      .describe('ISO 3166. Null: that of your default address.'),
    shipping: shippingChoices.optional().describe('Only what is sent is changed.'),
  })
  .meta({ id: 'CartChoicesIn' });
export type CartChoicesInput = z.output<typeof cartChoicesSchema>;

/** What is bought of the cart. */
export const buyCartSchema = z
  .strictObject({
    mode: z
      .enum(purchaseModes, 'Use all or available.')
      .default('all')
      .describe('`all`: each line in full, or nothing. `available`: what can be bought now.'),
    currency: currencySchema.optional().describe('Required where the cart has several.'),
    expectedTotal: moneySchema
      .optional()
      .describe('With shipping. A different total is refused (409 `total_changed`).'),
    ...purchaseShippingFields,
  })
  .meta({ id: 'PurchaseIn' });
export type BuyCartInput = z.output<typeof buyCartSchema>;

/** How a line differs from what was added. The first six can be bought, the others can't. */
export const lineStates = [
  'unchanged',
  'price_up',
  'price_down',
  'only_left',
  'changed',
  'currency_changed',
  'sold',
  'reserved',
  'in_purchase',
  'not_for_sale',
  'seller_away',
  'sales_blocked',
  'own',
  'blocked',
  ...shippingProblems,
] as const;
export type LineState = (typeof lineStates)[number];

export const cartLineSchema = z
  .object({
    id: z.string().describe('The ID of the listing, or `offer:` and the ID of an accepted offer.'),
    /** For an offer for several listings, the first. */
    listingId: z.string(),
    /** Of an accepted offer, whose copies are reserved at its price: such a line can't be changed or removed. */
    offerId: z.string().nullable(),
    title: z.string(),
    quantity: z.int(),
    /** How many of them can be bought now. */
    available: z.int(),
    price: moneySchema.nullable().describe('For one copy, now. Null where several listings share one price.'),
    seenPrice: moneySchema.describe('For one copy, when it was added.'),
    amount: moneySchema.describe('For what is available, without shipping.'),
    state: z.enum(lineStates),
    /** The state as a sentence; null where there is nothing to say. */
    message: z.string().nullable(),
    purchaseId: z.string().nullable().describe('The unpaid purchase that has reserved this listing for you.'),
    /** The end of the reservation of an accepted offer. */
    payBy: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CartLine' });

const sums = z.object({ copies: z.int(), items: moneySchema, shipping: moneySchema, total: moneySchema });
export type Sums = z.output<typeof sums>;

const offeredMethodSchema = z
  .object({
    name: z.string(),
    price: moneySchema.describe('Of all parcels.'),
    tracked: z.boolean(),
    parcels: z.union([z.literal(1), z.literal(2)]),
    needsPhone: z.boolean().describe('The purchase needs an address with a phone number.'),
  })
  .meta({ id: 'OfferedShippingMethod' });

export const cartSchema = z
  .object({
    country: z
      .object({
        code: z.string().describe('ISO 3166.'),
        from: z
          .enum(countrySources)
          .describe('`chosen` for this cart, from the default `address`, or suggested by the `language` of the call.'),
      })
      .nullable()
      .describe('The country that shipping prices are for. Null: prices start from the cheapest one.'),
    groups: z.array(
      z.object({
        seller: z.object({ id: z.string(), username: z.string(), avatarUrl: z.string().nullable() }),
        currency: currencySchema,
        lines: z.array(cartLineSchema),
        methods: z
          .array(offeredMethodSchema)
          .describe('What ships the available cards to `country` together, the cheapest first.'),
        chosen: z
          .string()
          .nullable()
          .describe('The name of the method that is paid. Null where prices include shipping, or nothing ships.'),
        missingToFree: moneySchema.nullable().describe('Cards for this amount would make shipping free.'),
        shipsFrom: z.string().nullable().describe('A country (ISO 3166). Null where the seller has not said it.'),
        shipsWithin: z.string(),
        problem: z.enum(shippingProblems).nullable().describe('Why the cards can’t be shipped.'),
        message: z.string().nullable().describe('The problem as a sentence.'),
        /** What is available now. */
        available: sums,
      }),
    ),
    /** Lines whose listing is not public any more: nothing is known of them. */
    gone: z.array(z.object({ id: z.string(), quantity: z.int() })),
    /** A purchase has one currency. */
    totals: z.array(
      z.object({
        currency: currencySchema,
        /** Whether each line of this currency is available in full. */
        isComplete: z.boolean(),
        available: sums,
      }),
    ),
    lineCount: z.int().describe('Without accepted offers.'),
  })
  .describe('Cards in a cart are not reserved.')
  .meta({ id: 'Cart' });
export type Cart = z.output<typeof cartSchema>;
export type CartLine = z.output<typeof cartLineSchema>;
