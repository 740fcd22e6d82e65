import * as z from 'zod';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { orderSchema } from '../order.contract.ts';
import { type PurchaseMode, purchaseModes, purchaseStatuses } from './purchase.process.ts';

export { type PurchaseMode, purchaseModes };

/** A purchase for its buyer: what is paid together, with the order of each seller. */
export const purchaseSchema = z
  .object({
    id: z.string(),
    status: z.enum(purchaseStatuses),
    mode: z.enum(purchaseModes),
    totals: z.object({ items: moneySchema, shipping: moneySchema, total: moneySchema }),
    currency: z.string(),
    /** The deadline of the payment. */
    holdExpiresAt: z.iso.datetime(),
    /** While it is open: the hosted page; null where it is not open yet. */
    checkoutUrl: z.string().nullable(),
    orders: z.array(orderSchema),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.output<typeof purchaseSchema>;

export const placedPurchaseSchema = z
  .object({ purchase: purchaseSchema, checkoutUrl: z.string() })
  .meta({ id: 'PlacedPurchase' });
export type PlacedPurchase = z.output<typeof placedPurchaseSchema>;

/** Copies of a listing that are to be bought. */
export interface PurchaseLine {
  listingId: string;
  quantity: number;
  /** The price of one that the buyer saw: another one is refused. */
  seenPrice?: Money | undefined;
  /** The version of the listing that the buyer saw: it is refused where what it says has changed since. */
  seenVersion?: number | undefined;
}

/** The shipping method that the buyer chose of a seller. */
export interface SellerMethod {
  sellerId: string;
  /** By name. */
  method: string;
  /** Another price, or another version of the seller's table, is refused (409 `shipping_changed`). */
  expectedPrice?: Money | undefined;
  tableVersion?: number | undefined;
}

/** What is bought together, in one currency. */
export interface PlacePurchaseInput {
  buyerId: string;
  source: {
    lines: readonly PurchaseLine[];
    /** Accepted offers of the buyer: each with all of its copies, at the agreed price. */
    offerIds: readonly string[];
  };
  /** `all`: one refused line refuses the purchase. `available`: what can't be had is left out. */
  mode: PurchaseMode;
  currency: Currency;
  /** In minor units, with shipping: another total is refused (409 `total_changed`), and nothing is held. */
  expectedTotal?: number | undefined;
  /** An address of the buyer's book, of which each order keeps a copy. Absent: the payment page asks for one. */
  addressId?: string | undefined;
  /** Where it is shipped, without an address: ISO 3166. Absent: not known before the payment page. */
  country?: string | undefined;
  /** What the buyer chose, as they saw it. Sellers without a choice ship by their cheapest method. */
  shipping?: readonly SellerMethod[] | undefined;
  /** The same key of the same buyer is the same purchase. */
  idempotencyKey?: string | undefined;
}

/** Why a line can't be bought; in the details of `not_all_available` and `total_changed`. */
export interface RefusedLine {
  /** Of the line's listing, or of the offer. */
  listingId?: string;
  offerId?: string;
  code: string;
  message: string;
  /** How many copies are left, where there are too few. */
  available?: number;
}
