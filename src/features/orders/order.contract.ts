import * as z from 'zod';
import { sellerTermsSchema } from '#features/traders/contract.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { chargebackStates } from '#platform/payments/chargeback-state.ts';
import { caseSchema } from './cases/case.contract.ts';
import { orderMovers, orderStatuses } from './model/order.process.ts';
import { disputeReasons } from './model/order.rules.ts';

/** An order as one of its two sides sees it. */

const party = z.object({ id: z.string(), username: z.string(), avatarUrl: z.string().nullable() });

export const addressSchema = z
  .object({
    name: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string().nullable(),
    postalCode: z.string(),
    country: z.string(),
    phone: z.string().optional().describe('E.164. Only where the shipping method needs one.'),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof addressSchema>;

/** The viewer's possible actions now. */
export const orderActions = [
  'pay',
  'cancel',
  'ship',
  'deliver',
  'refund',
  'dispute',
  'settle',
  'ask_decision',
  'request_cancellation',
  'withdraw',
] as const;
export type OrderAction = (typeof orderActions)[number];

export const orderSchema = z
  .object({
    id: z.string(),
    /** For the buyer: what it is paid with, together with the orders of other sellers. */
    purchaseId: z.string().nullable(),
    buyerId: z.string(),
    sellerId: z.string(),
    buyer: party,
    seller: party,
    items: z.array(
      z.object({
        listingId: z.string(),
        title: z.string(),
        quantity: z.int(),
        price: moneySchema,
        snapshot: z.record(z.string(), z.unknown()),
      }),
    ),
    /** The shipping method, as it was when the order was placed. */
    shipping: z.object({
      name: z.string().nullable(),
      /** Of all parcels. */
      price: moneySchema,
      tracked: z.boolean(),
      parcels: z.int(),
      /** ISO 3166; null where the seller had no shipping table. */
      shipsFrom: z.string().nullable(),
    }),
    totals: z.object({ items: moneySchema, shipping: moneySchema, total: moneySchema }),
    status: z.enum(orderStatuses),
    /** The deadline of the payment; for an order of an accepted offer the offer's own `payBy`. */
    holdExpiresAt: z.iso.datetime(),
    /** For the buyer of an unpaid order: the hosted page. */
    checkoutUrl: z.string().nullable(),
    /**
     * For an unpaid order of an accepted offer: the end of the buyer's reservation if the order ends unpaid; null where
     * its copies are then for sale again at once.
     */
    reservedUntil: z.iso.datetime().nullable(),
    /** For the buyer, and for the seller from the payment until 90 days after the order is completed. */
    address: addressSchema.nullable(),
    tracking: z.object({ carrier: z.string(), trackingNumber: z.string().nullable() }).nullable(),
    /** Of a shipped order: from when on the buyer can report it as not arrived; null in older orders. */
    reportMissingFrom: z.iso.datetime().nullable(),
    cancelReason: z.string().nullable(),
    dispute: z.object({ reason: z.enum(disputeReasons), text: z.string() }).nullable(),
    /** While a reported problem is open: from when on either side may request a decision, and when one did. */
    decision: z.object({ possibleFrom: z.iso.datetime(), askedAt: z.iso.datetime().nullable() }).nullable(),
    /** What the two sides are settling: a cancellation, a problem, a withdrawal; null while there is nothing. */
    case: caseSchema.nullable(),
    /** For the buyer of a trader's sale that was delivered: until when it can be withdrawn from. */
    withdrawUntil: z.iso.datetime().nullable(),
    /** Refunds that are done or on their way, and what the buyer's bank took for good. */
    refunded: moneySchema.nullable(),
    /**
     * For the seller: what the market bears of refunds and payment disputes, so that the seller keeps it; null where it
     * bears nothing, and for the buyer.
     */
    covered: moneySchema.nullable(),
    /** The amount of failed refunds: an admin sends them again. */
    refundFailed: moneySchema.nullable(),
    /** A chargeback by the buyer's bank: the open one, else the last decided one. */
    chargeback: z.object({ state: z.enum(chargebackStates), amount: moneySchema }).nullable(),
    /**
     * For the seller: the marketplace fee, by the fee in force when the order was placed; null for older orders, and
     * for the buyer.
     */
    fee: moneySchema.nullable(),
    /** The seller's legal identity as shown to the buyer when the order was placed; null for older orders. */
    soldBy: sellerTermsSchema.nullable(),
    buyerRead: z.boolean(),
    sellerRead: z.boolean(),
    history: z.array(
      z.object({
        status: z.enum(orderStatuses),
        at: z.iso.datetime(),
        by: z.enum(orderMovers),
        note: z.string().nullable(),
      }),
    ),
    actions: z.array(z.enum(orderActions)),
    paidAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof orderSchema>;
