import type { HeldStock } from '#features/listings/index.server.ts';
import { largestCharge, smallestCharge } from '#kernel/numbers/charge.ts';
import { type Currency, formatMoney } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { orderRefusals } from '../contract.ts';
import type { ShippingChoice, Totals } from '../model/order.rules.ts';
import type { Agreed, OrderRow } from '../model/order.tables.ts';
import { noteColumns } from '../model/order.texts.ts';
import { orderTimes } from '../model/order.times.ts';
import type { FullOrder } from '../queries/order.present.server.ts';

export type NewOrder = Omit<FullOrder, 'parties' | 'checkoutUrl'>;

/** The input of a new order. */
export interface Deciding {
  id: string;
  buyerId: string;
  held: [HeldStock, ...HeldStock[]];
  reservedUntil: Date | null;
  totals: Totals;
  shipping: ShippingChoice | null;
  /** Stored with the first of the items. */
  agreed: Agreed;
  holdSlot: number;
  now: Date;
}

/** The order as it is placed, with its first moment. */
export function newOrder({
  id,
  buyerId,
  held: all,
  reservedUntil,
  totals,
  shipping,
  agreed,
  holdSlot,
  now,
}: Deciding): NewOrder {
  const [held] = all;
  const order: OrderRow = {
    id,
    purchaseId: null,
    buyerId,
    sellerId: held.sellerId,
    status: 'pending_payment',
    version: 1,
    currency: held.price.currency,
    itemsAmount: totals.items,
    shippingAmount: totals.shipping,
    totalAmount: totals.total,
    shippingName: shipping?.name ?? null,
    shippingTracked: shipping?.tracked ?? false,
    holdExpiresAt: holdEnd(now, reservedUntil),
    paidAt: null,
    statusSince: now,
    address: null,
    carrier: null,
    trackingNumber: null,
    cancelReason: null,
    cancelCode: null,
    disputeReason: null,
    disputeText: null,
    decisionAskedAt: null,
    attention: null,
    attentionParams: null,
    buyerRead: true,
    sellerRead: true,
    holdSlot,
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
    failedAmount: 0,
    chargeback: null,
  };
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
function holdEnd(now: Date, reservedUntil: Date | null): Date {
  const shortest = addMs(now, orderTimes.holdMs);
  return reservedUntil !== null && reservedUntil > shortest ? reservedUntil : shortest;
}
