import * as z from 'zod';
import { listingVersionSchema } from '#features/listings/contract.ts';
import { formatNumber } from '#kernel/format.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { offerSides, offerStatuses } from './model/offer.process.ts';
import { offerLimits } from './model/offer.rules.ts';

export { type OfferSide, offerSides } from './model/offer.process.ts';

/**
 * Refusals of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401), `not_allowed` (403) and
 * the listings feature's `not_available`, `listing_changed` and `no_shipping` (409).
 */
export const offerRefusals = {
  /** 409: the seller takes no offers for this listing. */
  offersOff: 'offers_off',
  /** 409: this buyer's offer for the listing still waits, or was accepted and can be paid; `offerId` names it. */
  offerOpen: 'offer_open',
  /** 409: this buyer has made as many offers for the listing as one may. */
  noAttempts: 'no_attempts',
  /** 409: as many offers wait on the listing as may. */
  tooManyOffers: 'too_many_offers',
  /** 409: an offer to those who saved the listing was sent within the past week. */
  sentLately: 'sent_lately',
  /** 409: no member who saved the listing can be sent an offer. */
  nobodySaved: 'nobody_saved',
  /** 409: the offer has been answered, taken back or has run out; `offerStatus` says which. */
  offerEnded: 'offer_ended',
  /** 409: the listing's price is now below the offer; `price` is the current one. */
  priceBelowOffer: 'price_below_offer',
  /** 409: the accepted offer is in an order already (`orderId`), was paid, or its time to pay is over. */
  notPayable: 'offer_not_payable',
} as const;

const text = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Enter at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, 'Remove the characters that can’t be shown.');

const amount = z.union([moneySchema, z.int()], { error: 'Enter an amount, or minor units as a whole number.' });
const message = text(offerLimits.messageLength, 'Enter a message.').optional();

export const makeOfferSchema = z
  .strictObject({
    /** Money, or whole minor units of the listing's currency. */
    amount,
    message,
    /** The version of the listing that the buyer saw: it is refused where what it says has changed since. */
    listingVersion: listingVersionSchema.optional(),
  })
  .meta({ id: 'OfferIn' });
export const offerWatchersSchema = z.strictObject({ amount, message }).meta({ id: 'WatchersOfferIn' });
/** Which listings of an offer for several the answer is about; absent: all of them. What it leaves out is declined. */
const lines = z.array(z.string(), { error: 'Enter the IDs of listings.' }).max(offerLimits.basketLines).optional();
export const acceptSchema = z.strictObject({ lines }).meta({ id: 'AcceptOfferIn' });
export const counterSchema = z.strictObject({ amount, lines, message }).meta({ id: 'CounterOfferIn' });
export const makeBasketSchema = z
  .strictObject({
    sellerId: z.string({ error: 'Enter the ID of the seller.' }),
    lines: z.array(
      z.strictObject({
        listingId: z.string({ error: 'Enter the ID of the listing.' }),
        quantity: z
          .int({ error: 'Enter a whole number.' })
          .min(1, 'Enter at least 1.')
          .max(999, 'Enter at most 999.')
          .default(1),
        /** The version of the listing that the buyer saw, as in an offer for one. */
        listingVersion: listingVersionSchema.optional(),
      }),
      { error: 'Enter the listings.' },
    ),
    /** For all of it together, without post. */
    amount,
    message,
  })
  .meta({ id: 'BasketOfferIn' });
export const declineSchema = z
  .strictObject({ reason: text(offerLimits.reasonLength, 'Enter a reason.').optional() })
  .meta({ id: 'DeclineOfferIn' });
export const emptySchema = z.strictObject({});

/**
 * Without a role both sides; `status` takes several, separated by commas; `cleared=false` leaves out the ones that the
 * member has cleared.
 */
export const listOffersSchema = z.object({
  role: z.enum(offerSides, { error: 'Use buyer or seller.' }).optional(),
  status: z
    .string()
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(z.enum(offerStatuses, { error: `Use one or more of ${offerStatuses.join(', ')}.` })))
    .optional(),
  cleared: z.enum(['true', 'false'], { error: 'Use true or false.' }).optional(),
  ...pageQuery(20),
});

/** The viewer's possible actions; `pay` is `POST /api/orders {offerId}`. */
export const offerActions = ['accept', 'decline', 'counter', 'withdraw', 'clear', 'pay'] as const;
export type OfferAction = (typeof offerActions)[number];

const party = z.object({ id: z.string(), username: z.string(), avatarUrl: z.string().nullable() });

export const offerSchema = z
  .object({
    id: z.string(),
    /** For several, the first. */
    listingId: z.string(),
    /** The listing's title when the offer was made; for several, the first and how many more. */
    title: z.string(),
    buyerId: z
      .string()
      .nullable()
      .describe(
        'Null for the seller of an offer sent to interested buyers, until the buyer accepts or counters. Favorites are private.',
      ),
    sellerId: z.string(),
    buyer: party.nullable().describe('Null where `buyerId` is.'),
    seller: party,
    /** For several listings, the sum of all lines that were decided together. */
    amount: moneySchema,
    /** The price of the same when the offer was made. */
    asked: moneySchema,
    /** Copies, of all those lines. */
    quantity: z.int(),
    /**
     * For an offer for several listings: each of its lines in its state, also those that were decided separately; null
     * in all others.
     */
    lines: z
      .array(
        z.object({
          offerId: z.string(),
          listingId: z.string(),
          title: z.string(),
          quantity: z.int(),
          /** For one copy, and the price of one copy then. */
          amount: moneySchema,
          asked: moneySchema,
          status: z.enum(offerStatuses),
          note: z.string().nullable(),
          /** Whether this very offer is about it: what is answered here. */
          isHere: z.boolean(),
        }),
      )
      .nullable(),
    message: z.string().nullable(),
    /** The side that made it: a counter-offer of the seller's is an offer by `seller`. */
    madeBy: z.enum(offerSides),
    status: z.enum(offerStatuses),
    /** The side that a pending offer waits for; of one that has ended, the side that it waited for. */
    turn: z.enum(offerSides),
    expiresAt: z.iso.datetime(),
    /** For a pending one: its seller is on vacation, and the time to answer stops until then. */
    pausedUntil: z.iso.datetime().nullable(),
    /** The offer that this one answers. */
    counterOf: z.string().nullable(),
    /** Whether the viewer has cleared it. */
    cleared: z.boolean(),
    /** The number of offers that the buyer may still make for this listing. */
    attemptsLeft: z.int().nullable().describe('Null where `buyerId` is.'),
    /** Answered by the seller's rule, not in person. */
    byRule: z.boolean(),
    declineReason: z.string().nullable(),
    /** The app's action on it as a sentence, where no person answered. */
    note: z.string().nullable(),
    /**
     * For an accepted one: whether its copy waits for the buyer to pay (`open`), is in an unpaid order (`claimed`), is
     * paid, or is for sale again.
     */
    promise: z.enum(['open', 'claimed', 'paid', 'lapsed']).nullable(),
    /** For an accepted one: the deadline of the payment. */
    payBy: z.iso.datetime().nullable(),
    /** For an accepted one that was ordered: its order. */
    orderId: z.string().nullable(),
    /** For the seller: accepted offers that this buyer did not pay in the past year. */
    unpaidByBuyer: z.int().nullable(),
    actions: z.array(z.enum(offerActions)),
    decidedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Offer' });
export const offerPageSchema = pageSchema(offerSchema).meta({ id: 'OfferPage' });

/** The last offer that a seller sent to those who saved a listing; each of them has it as an `Offer` of their own. */
export const watchersOfferSchema = z
  .object({
    listingId: z.string(),
    amount: moneySchema,
    message: z.string().nullable(),
    /** To how many members it went. */
    sent: z.int(),
    /** The numbers of accepted and of pending ones. */
    accepted: z.int(),
    waiting: z.int(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** When the next one can be sent. */
    nextAt: z.iso.datetime(),
  })
  .meta({ id: 'WatchersOffer' });

export type OfferWatchersInput = z.output<typeof offerWatchersSchema>;
export type WatchersOffer = z.output<typeof watchersOfferSchema>;
export type MakeOfferInput = z.output<typeof makeOfferSchema>;
export type MakeBasketInput = z.output<typeof makeBasketSchema>;
export type AcceptInput = z.output<typeof acceptSchema>;
export type CounterInput = z.output<typeof counterSchema>;
export type DeclineInput = z.output<typeof declineSchema>;
export type ListOffersInput = z.output<typeof listOffersSchema>;
export type Offer = z.output<typeof offerSchema>;

/** The terms that a dialog shows before an offer. */
export interface OfferTerms {
  listingId: string;
  /** The listing's price for one copy: the most that can be offered. */
  price: Money;
  /**
   * The least that may be offered; null where the seller lets less than half of the price be offered. The seller's
   * minimum itself is not disclosed.
   */
  lowest: Money | null;
  /** For how long the seller has time to answer. */
  windowHours: number;
  /** How long an accepted offer reserves the copy. */
  payHours: number;
  /** For this buyer; as many as there are for a visitor. */
  attemptsLeft: number;
  /** This buyer's offer for the listing that waits or can be paid. */
  open: Offer | null;
}
