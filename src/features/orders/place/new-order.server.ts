import type { HeldStock } from '#features/listings/index.server.ts';
import { largestCharge, smallestCharge } from '#kernel/numbers/charge.ts';
import { type Currency, formatMoney } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { checkoutEnd, checkoutKey } from '../checkout/checkout.server.ts';
import type { CollectedCountry } from '../checkout/ship-to.ts';
import { type Address, orderRefusals } from '../contract.ts';
import type { Totals } from '../model/order.rules.ts';
import type { Agreed, OrderRow } from '../model/order.tables.ts';
import { noteColumns } from '../model/order.texts.ts';
import { orderTimes } from '../model/order.times.ts';
import type { PurchaseMode } from '../purchase/purchase.process.ts';
import type { PurchaseRow } from '../purchase/purchase.tables.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import type { OfferedMethod } from './shipping/order-shipping.ts';

export type NewOrder = Omit<FullOrder, 'parties' | 'checkoutUrl' | 'isOneOfSeveral'>;

/** The input of a new order. */
export interface Deciding {
  id: string;
  purchaseId: string;
  buyerId: string;
  held: [HeldStock, ...HeldStock[]];
  reservedUntil: Date | null;
  totals: Totals;
  /** Null: the price of the cards includes shipping. */
  method: OfferedMethod | null;
  shipsFrom: string | null;
  /** Null: the payment page asks for it. */
  address: Address | null;
  /** Stored with the first of the items. */
  agreed: Agreed;
  holdExpiresAt: Date;
  now: Date;
}

/** The order as it is placed, with its first moment. */
export function newOrder({
  id,
  purchaseId,
  buyerId,
  held: all,
  reservedUntil,
  totals,
  method,
  shipsFrom,
  address,
  agreed,
  holdExpiresAt,
  now,
}: Deciding): NewOrder {
  const [held] = all;
  const order: OrderRow = {
    id,
    purchaseId,
    buyerId,
    sellerId: held.sellerId,
    status: 'pending_payment',
    version: 1,
    currency: held.price.currency,
    itemsAmount: totals.items,
    shippingAmount: totals.shipping,
    totalAmount: totals.total,
    shippingName: method?.name ?? null,
    shippingTracked: method?.tracked ?? false,
    shippingParcels: method?.parcels ?? 1,
    shipsFrom,
    holdExpiresAt,
    paidAt: null,
    statusSince: now,
    address,
    carrier: null,
    trackingNumber: null,
    reportMissingFrom: null,
    cancelReason: null,
    cancelCode: null,
    disputeReason: null,
    disputeText: null,
    decisionAskedAt: null,
    attention: null,
    attentionParams: null,
    buyerRead: true,
    sellerRead: true,
    createdAt: now,
    updatedAt: now,
  };
  return {
    order,
    items: all.map(({ listingId, title, quantity, price, snapshot }, place) => ({
      listingId,
      title,
      quantity,
      priceAmount: price.amount,
      snapshot: place === 0 ? { ...snapshot, ...agreed } : snapshot,
    })),
    history: [{ status: 'pending_payment', at: now, by: 'buyer', ...noteColumns(undefined, undefined) }],
    reservedUntil,
    refundedAmount: 0,
    coveredAmount: 0,
    failedAmount: 0,
    chargeback: null,
    openCase: null,
  };
}

export interface NewPurchase {
  paid: PurchaseRow;
  placed: NewOrder[];
}

interface Terms {
  purchaseId: string;
  buyerId: string;
  mode: PurchaseMode;
  holdExpiresAt: Date;
  holdSlot: number;
  shipTo: CollectedCountry[] | null;
  idempotencyKey: string | undefined;
  now: Date;
}

/** The purchase of these orders as it is placed. */
export function newPurchase(
  placed: NewOrder[],
  { purchaseId: id, buyerId, mode, holdExpiresAt, holdSlot, shipTo, idempotencyKey, now }: Terms,
): NewPurchase {
  const [first] = placed;
  if (!first) throw new RangeError(`purchase ${id} has no order`);
  const sum = (of: (order: OrderRow) => number) => placed.reduce((total, { order }) => total + of(order), 0);
  const paid: PurchaseRow = {
    id,
    buyerId,
    status: 'open',
    mode,
    currency: first.order.currency,
    itemsAmount: sum((order) => order.itemsAmount),
    shippingAmount: sum((order) => order.shippingAmount),
    totalAmount: sum((order) => order.totalAmount),
    holdExpiresAt,
    holdSlot,
    idempotencyKey: idempotencyKey ?? checkoutKey(id),
    shipTo,
    sessionId: null,
    sessionUrl: null,
    sessionExpiresAt: checkoutEnd({ holdExpiresAt, createdAt: now }),
    paymentIntentId: null,
    chargeId: null,
    capturedAmount: 0,
    capturedAt: null,
    chargebackReading: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { paid, placed };
}

/** Refuses a total that no card can carry (409 `amount_not_payable`). */
export function refuseUnpayable(total: number, currency: Currency): void {
  const [smallest, largest] = [smallestCharge(currency), largestCharge(currency)];
  const sentence =
    total < smallest.amount
      ? `The minimum order is ${formatMoney(smallest)}. Add more cards, or ask the seller to combine listings.`
      : total > largest.amount
        ? `The maximum order is ${formatMoney(largest)}. Choose a lower quantity.`
        : null;
  if (sentence) throw conflict(orderRefusals.amountNotPayable, sentence);
}

/**
 * Copies of an accepted offer are held as long as the offer reserves them; near its end, at least as long as a payment
 * page lives.
 */
export function holdEnd(now: Date, reservedUntil: Date | null): Date {
  const shortest = addMs(now, orderTimes.holdMs);
  return reservedUntil !== null && reservedUntil > shortest ? reservedUntil : shortest;
}
