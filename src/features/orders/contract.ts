import * as z from 'zod';
import { listingVersionSchema } from '#features/listings/contract.ts';
import { formatNumber } from '#kernel/format.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { orderStatuses } from './model/order.process.ts';
import { disputeReasons, mostDocuments, orderLimits } from './model/order.rules.ts';

import { orderSchema } from './order.contract.ts';
import { carrierOf } from './shipments/recognise-carrier.ts';

export * from './cases/case.contract.ts';
export * from './order.contract.ts';
export type { OfferedMethod, OrderedCopies, OrderShipping, Parcel } from './place/shipping/order-shipping.ts';
export * from './problems/problem.contract.ts';
export * from './purchase/purchase.contract.ts';
export * from './queries/inspected-order.ts';

/**
 * Refusals of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401), `not_allowed` (403) and
 * the listings feature's `not_available`, `listing_changed` and `price_changed` (409).
 */
export const orderRefusals = {
  /** 403: a part of premium. */
  tierLimit: 'tier_limit',
  /** 409: the order is in another state than the call needs. */
  wrongState: 'wrong_state',
  /** 409: as many photos as a problem may have. */
  photoQuota: 'photo_quota',
  /** 409: allowed from a later moment on; `from` says when. */
  tooEarly: 'too_early',
  /** 409: the payment page was completed and the money has not settled yet; the end of the hold or an admin decides. */
  paymentUnderWay: 'payment_under_way',
  /** 429: too many holds of this buyer ended unpaid; `Retry-After` says when the next one can begin. */
  holdPaused: 'hold_paused',
  /** 409: an admin's check; Stripe's data still does not fit while copies are held for it. */
  stillWrong: 'still_wrong',
  /** 409: five purchases of this buyer wait for payment already. */
  tooManyHolds: 'too_many_holds',
  /** 409: some lines of a purchase can't be bought; `lines` says which and why. Nothing is held. */
  notAllAvailable: 'not_all_available',
  /** 409: the total of a purchase is another than the buyer confirmed; `total` and `lines`. Nothing is held. */
  totalChanged: 'total_changed',
  /** 409: the seller's shipping table or price is another than the buyer saw; `sellerId`. Nothing is held. */
  shippingChanged: 'shipping_changed',
  /** 409: no method of the seller ships this order there; `sellerId`. Nothing is held. */
  noShipping: 'no_shipping',
  /** 409: from this value on the seller must ship with tracking; `sellerId`. Nothing is held. */
  trackedRequired: 'tracked_required',
  /** 409: the shipping method needs a phone number, and the address has none. Nothing is held. */
  phoneRequired: 'phone_required',
  /** 409: a line of a purchase in another currency; each currency is a purchase of its own. */
  otherCurrency: 'other_currency',
  /** 409: an unpaid order that is paid together with others: its purchase can be canceled. `purchaseId` names it. */
  purchaseOfSeveral: 'purchase_of_several',
  /** 409: less or more than a card payment can carry. */
  amountNotPayable: 'amount_not_payable',
  /** 409: more or less was refunded before than the caller saw. Nothing more is refunded. */
  refundedChanged: 'refunded_changed',
  /** 409: only a failed refund can be sent again. */
  refundNotFailed: 'refund_not_failed',
  /** 409: its money is on its way again, or has gone back in another way. */
  refundRetried: 'refund_retried',
  /** 409: the buyer's bank asks for the payment back and has not decided; until then no refund is possible here. */
  chargedBack: 'charged_back',
  /** 409: the bank takes no answer any more, or was sent one. */
  evidenceNotWanted: 'evidence_not_wanted',
  /** 503: Stripe does not answer; nothing is held and nothing was charged. */
  paymentUnavailable: 'payment_unavailable',
} as const;

const text = (max: number, missing: string, tooLong = `Enter at most ${formatNumber(max)} characters.`) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, tooLong)
    .refine(isPlainText, 'Remove the characters that can’t be shown.');

const addressId = z
  .string({ error: 'Choose a shipping address.' })
  .min(1, 'Choose a shipping address.')
  .max(64, 'Choose an address of your address book.');
const shippedCountry = z
  .string({ error: 'Choose a country.' })
  .regex(/^[A-Z]{2}$/, 'Choose a country.')
  .refine((code) => countryName(code) !== undefined, 'Choose a country.');

/** Where a purchase is shipped, and by which methods; part of its input. */
export const purchaseShippingFields = {
  addressId: addressId.optional().describe('An address of your address book. Default: the payment page asks for one.'),
  country: shippedCountry.optional().describe('Where it is shipped, without an addressId: ISO 3166, two letters.'),
  shipping: z
    .array(
      z.strictObject({
        sellerId: z.string({ error: 'Enter the ID of a seller.' }).max(64, 'Enter the ID of a seller.'),
        method: z.string({ error: 'Choose a shipping method.' }).min(1, 'Choose a shipping method.').max(130),
        expectedPrice: moneySchema.optional().describe('A different price is refused (409 `shipping_changed`).'),
        tableVersion: z.int('Use a whole number.').optional(),
      }),
      'Choose a shipping method for each seller.',
    )
    .max(20, 'Choose shipping methods for at most 20 sellers.')
    .optional()
    .describe('Default: the cheapest method of each seller.'),
};

/** What is bought: copies of a listing, or all that an accepted offer reserves. */
export const placeOrderSchema = z
  .strictObject({
    listingId: z
      .string({ error: 'Enter the ID of the listing.' })
      .min(1, 'Enter the ID of the listing.')
      .max(64, 'Enter the ID of an existing listing.')
      .optional(),
    /**
     * In place of the listing: an accepted offer of one's own, whose copies are reserved at its price; of one for
     * several listings all of them.
     */
    offerId: z
      .string({ error: 'Enter the ID of the offer.' })
      .min(1, 'Enter the ID of the offer.')
      .max(64, 'Enter the ID of an existing offer.')
      .optional(),
    quantity: z
      .int({ error: 'Enter a whole number.' })
      .min(1, 'Enter at least 1.')
      .max(orderLimits.copies, `Enter at most ${orderLimits.copies}.`)
      .optional()
      .describe('Default: 1, or all cards of the offer.'),
    expectedPrice: moneySchema.optional(),
    /** The version of the listing that the buyer saw: it is refused where what it says has changed since. */
    listingVersion: listingVersionSchema.optional(),
    /** The shipping price that the buyer saw, 0 for none: a different price is refused. */
    expectedShipping: moneySchema.optional(),
    shipping: z
      .string({ error: 'Choose a shipping method.' })
      .min(1, 'Choose a shipping method.')
      .max(130, 'Choose a shipping method of this listing.')
      .optional(),
    /** The version of the seller's shipping table that the buyer saw: another one is refused. */
    shippingVersion: z.int('Use a whole number.').optional(),
    addressId: purchaseShippingFields.addressId,
    country: purchaseShippingFields.country,
  })
  .superRefine(({ listingId, offerId }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (listingId === undefined && offerId === undefined) refuse('listingId', 'Enter the ID of the listing.');
    if (listingId !== undefined && offerId !== undefined)
      refuse('offerId', 'Enter the ID of a listing or of an offer, not both.');
  })
  .meta({ id: 'OrderIn' });

export const shipSchema = z
  .strictObject({
    /** Needed where the tracking number doesn't say it. */
    carrier: text(orderLimits.carrierLength, 'Enter the carrier.').optional(),
    trackingNumber: text(
      orderLimits.trackingLength,
      'Enter the tracking number.',
      `Enter a tracking number of at most ${orderLimits.trackingLength} characters.`,
    ).optional(),
  })
  .refine((parcel) => carrierOf(parcel) !== null, { path: ['carrier'], message: 'Enter the carrier.' })
  .meta({ id: 'ShipIn' });
export const cancelSchema = z
  .strictObject({ reason: text(orderLimits.reasonLength, 'Enter a reason.').optional() })
  .meta({ id: 'CancelIn' });
/** By their listings. Only these leave the prices of their cards. */
export const refundedItems = z
  .array(z.string(), 'Enter the IDs of listings in this order.')
  .min(1, 'Enter at least 1 item, or leave items out.')
  .max(orderLimits.items, `Enter at most ${orderLimits.items} items.`)
  .optional();
export const refundSchema = z
  .strictObject({
    /** Money, or whole minor units of the order's currency. Absent: all that is left. */
    amount: z.union([moneySchema, z.int()], { error: 'Enter an amount, or minor units as a whole number.' }).optional(),
    reason: text(orderLimits.reasonLength, 'Enter a reason.').optional(),
    items: refundedItems.describe(
      'The refunded listings of the order. Default: the whole order. Without an amount, their full price is refunded.',
    ),
    expectedRefunded: moneySchema
      .optional()
      .describe('What was refunded before, as you saw it. A different sum is refused (409 `refunded_changed`).'),
  })
  .meta({ id: 'RefundIn' });
export const disputeSchema = z
  .strictObject({
    // The page's form has no preset: its empty choice has a sentence of its own.
    reason: z.enum(disputeReasons, {
      error: ({ input }) => (input === '' ? 'Select the type of problem.' : `Use one of ${disputeReasons.join(', ')}.`),
    }),
    text: text(orderLimits.disputeLength, 'Describe the problem.'),
  })
  .meta({ id: 'DisputeIn' });
/** An admin's statement for a bank, in addition to the order's own record. */
export const evidenceSchema = z
  .strictObject({ statement: text(orderLimits.statementLength, 'Enter a statement.') })
  .meta({ id: 'EvidenceIn' });
export const emptySchema = z.strictObject({});

export const orderRoles = ['buyer', 'seller'] as const;
export type OrderRole = (typeof orderRoles)[number];

/**
 * The weight of an order. `refunded`: it was delivered, and half of its money or more was refunded. `none`: never
 * delivered, or between accounts of one person.
 */
export type OrderWeight = 'sale' | 'refunded' | 'none';

/** Without a role both sides; `status` takes several, separated by commas. */
export const listOrdersSchema = z.object({
  role: z.enum(orderRoles, { error: 'Use buyer or seller.' }).optional(),
  status: z
    .string()
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(z.enum(orderStatuses, { error: `Use one or more of ${orderStatuses.join(', ')}.` })))
    .optional(),
  ...pageQuery(20),
});

/** The same filters as on the page of orders. */
export const exportOrdersSchema = listOrdersSchema.pick({ role: true, status: true }).extend({
  q: z
    .string()
    .trim()
    .max(100, 'Enter at most 100 characters.')
    .default('')
    .describe('Words of the card, a username or an order number.'),
});
export type ExportOrdersInput = z.output<typeof exportOrdersSchema>;

/** The documents that a seller prints for orders that are to be sent. */
export const documentKinds = ['pull-sheet', 'packing-slips', 'address-labels'] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const documentsSchema = z.object({
  kind: z.enum(documentKinds, { error: `Use one of ${documentKinds.join(', ')}.` }),
  order: z
    .union([z.string(), z.array(z.string())])
    .transform((ids) => [...new Set([ids].flat())])
    .refine((ids) => ids.length <= mostDocuments, `Select at most ${mostDocuments} orders.`)
    .optional()
    .describe('Once for each order. Default: all orders to ship, the longest paid first.'),
});
export type RequestedDocuments = z.output<typeof documentsSchema>;

export const placedOrderSchema = z
  .object({ order: orderSchema, purchaseId: z.string(), checkoutUrl: z.string() })
  .meta({ id: 'PlacedOrder' });
export const orderPageSchema = pageSchema(orderSchema).meta({ id: 'OrderPage' });

export type PlaceOrderInput = z.output<typeof placeOrderSchema>;
export type ShipInput = z.output<typeof shipSchema>;
export type CancelInput = z.output<typeof cancelSchema>;
export type RefundInput = z.output<typeof refundSchema>;
export type DisputeInput = z.output<typeof disputeSchema>;
export type ListOrdersInput = z.output<typeof listOrdersSchema>;
export type PlacedOrder = z.output<typeof placedOrderSchema>;
