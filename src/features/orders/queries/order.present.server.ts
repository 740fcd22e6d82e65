import type { Seller } from '#features/members/contract.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { ChargebackState } from '#platform/payments/chargeback-state.ts';
import { presentCase } from '../cases/case.present.ts';
import { withdrawalEnd } from '../cases/case.rules.ts';
import type { CaseRow } from '../cases/case.tables.ts';
import type { Order, OrderAction } from '../contract.ts';
import { decisionOf } from '../model/decision.rules.ts';
import { mayMove, maySellerSeeAddress, type OrderVerb, toBeShipped } from '../model/order.process.ts';
import { sellersShare } from '../model/order.rules.ts';
import type { OrderHistoryRow, OrderItemRow, OrderRow } from '../model/order.tables.ts';
import { cancelText, noteText } from '../model/order.texts.ts';

export interface FullOrder {
  order: OrderRow;
  items: Omit<OrderItemRow, 'orderId' | 'position'>[];
  history: Pick<OrderHistoryRow, 'status' | 'at' | 'by' | 'note' | 'noteCode' | 'noteParams'>[];
  checkoutUrl: string | null;
  /** For an unpaid order of accepted offers alone: the end of the first reservation. */
  reservedUntil: Date | null;
  refundedAmount: number;
  /** What the market bears of it. */
  coveredAmount: number;
  /** The sum of refunds that failed and were not sent again, limited to the money that is left to refund. */
  failedAmount: number;
  /** Whether it is paid together with orders of other sellers. */
  isOneOfSeveral: boolean;
  /** A chargeback by the buyer's bank: the open one, else the last decided one. */
  chargeback: { state: ChargebackState; amount: number; blocksRefunds: boolean } | null;
  openCase: CaseRow | null;
  parties: ReadonlyMap<string, Pick<Seller, 'id' | 'username' | 'avatarUrl'>>;
}

const verbs: Record<Exclude<OrderAction, 'pay' | 'ask_decision' | 'request_cancellation' | 'withdraw'>, OrderVerb> = {
  cancel: 'cancel',
  ship: 'ship',
  deliver: 'deliver',
  refund: 'refund',
  dispute: 'dispute',
  settle: 'complete',
};

/**
 * An order as one of its two sides may see it. The address is the buyer's (`maySellerSeeAddress`).
 */
export function presentOrder(full: FullOrder, viewerId: string, now: Date): Order {
  const { order, items, history, checkoutUrl, reservedUntil, refundedAmount, failedAmount, chargeback, parties } = full;
  const isBuyer = order.buyerId === viewerId;
  const { currency } = order;
  const money = (amount: number) => ({ amount, currency });
  const party = (id: string) => {
    const found = parties.get(id);
    return { id, username: found?.username ?? deletedName, avatarUrl: found?.avatarUrl ?? null };
  };
  // Paid and canceled with the other orders of its purchase.
  const isPartUnpaid = order.status === 'pending_payment' && full.isOneOfSeveral;
  const canPay = isBuyer && order.status === 'pending_payment' && !isPartUnpaid && now < order.holdExpiresAt;
  const side = isBuyer ? 'buyer' : 'seller';
  const isUnpaid = order.status === 'pending_payment';
  const payUntil = isUnpaid && reservedUntil !== null ? reservedUntil : order.holdExpiresAt;
  const isFrozen = (action: string) =>
    chargeback?.blocksRefunds === true && (action === 'refund' || (action === 'cancel' && order.paidAt !== null));
  const actions = Object.entries(verbs).filter(([action, verb]) => {
    const answer = mayMove(verb, side, order, now);
    // Deadlines do not count while a bank decides.
    const isLate = 'transition' in answer && answer.transition.afterMs !== undefined;
    if (action === 'cancel' && isPartUnpaid) return false;
    if (action === 'dispute' && full.openCase?.kind === 'withdrawal') return false;
    return 'transition' in answer && !isFrozen(action) && !(isLate && chargeback?.state === 'open');
  });
  const decision = decisionOf(order);
  const canRefund = order.paidAt !== null && refundedAmount < order.totalAmount && chargeback?.blocksRefunds !== true;
  const mayCancel = actions.some(([action]) => action === 'cancel');
  const isAtBank = chargeback?.state === 'open';
  const until = withdrawalEndFor(full);
  const mayWithdraw =
    isBuyer &&
    canRefund &&
    until !== null &&
    (until === 'open' || until >= now) &&
    full.openCase?.kind !== 'withdrawal';
  const mayRequestCancellation =
    isBuyer &&
    canRefund &&
    !isAtBank &&
    !mayCancel &&
    toBeShipped.includes(order.status) &&
    full.openCase === null &&
    !mayWithdraw;
  const mayAskDecision = decision !== null && decision.askedAt === null && decision.possibleFrom <= now;
  return {
    id: order.id,
    purchaseId: isBuyer ? order.purchaseId : null,
    buyerId: order.buyerId,
    sellerId: order.sellerId,
    buyer: party(order.buyerId),
    seller: party(order.sellerId),
    items: items.map((item) => ({
      listingId: item.listingId,
      title: item.title,
      quantity: item.quantity,
      price: money(item.priceAmount),
      snapshot: withoutFee(item.snapshot),
    })),
    shipping: shippingOf(order),
    totals: { items: money(order.itemsAmount), shipping: money(order.shippingAmount), total: money(order.totalAmount) },
    status: order.status,
    holdExpiresAt: payUntil.toISOString(),
    checkoutUrl: canPay ? checkoutUrl : null,
    reservedUntil: isUnpaid ? (reservedUntil?.toISOString() ?? null) : null,
    address: isBuyer || maySellerSeeAddress(order, now) ? order.address : null,
    tracking: order.carrier ? { carrier: order.carrier, trackingNumber: order.trackingNumber } : null,
    reportMissingFrom: order.reportMissingFrom?.toISOString() ?? null,
    cancelReason: cancelText(order),
    dispute: order.disputeReason && order.disputeText ? { reason: order.disputeReason, text: order.disputeText } : null,
    decision: decision && {
      possibleFrom: decision.possibleFrom.toISOString(),
      askedAt: decision.askedAt?.toISOString() ?? null,
    },
    case:
      full.openCase &&
      presentCase(full.openCase, {
        side,
        currency,
        hasTracking: order.trackingNumber !== null,
        listingIds: items.map(({ listingId }) => listingId),
        doesBankDecide: chargeback?.blocksRefunds === true,
      }),
    withdrawUntil: isBuyer && until instanceof Date ? until.toISOString() : null,
    refunded: refundedAmount > 0 ? money(refundedAmount) : null,
    covered: !isBuyer && full.coveredAmount > 0 ? money(full.coveredAmount) : null,
    refundFailed: failedAmount > 0 ? money(failedAmount) : null,
    chargeback: chargeback && { state: chargeback.state, amount: money(chargeback.amount) },
    fee: isBuyer ? null : feeFor(full, money),
    soldBy: items[0]?.snapshot.soldBy ?? null,
    buyerRead: order.buyerRead,
    sellerRead: order.sellerRead,
    history: history.map((entry) => ({
      status: entry.status,
      at: entry.at.toISOString(),
      by: entry.by,
      note: noteText(entry),
    })),
    actions: [
      ...(canPay ? (['pay'] as const) : []),
      ...actions.map(([action]) => action as OrderAction),
      ...(mayAskDecision ? (['ask_decision'] as const) : []),
      ...(mayRequestCancellation ? (['request_cancellation'] as const) : []),
      ...(mayWithdraw ? (['withdraw'] as const) : []),
    ],
    paidAt: order.paidAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    version: order.version,
  };
}

function shippingOf(order: OrderRow): Order['shipping'] {
  const { shippingName: name, shippingTracked: tracked, shippingParcels: parcels, shipsFrom, currency } = order;
  return { name, price: { amount: order.shippingAmount, currency }, tracked, parcels, shipsFrom };
}

function withdrawalEndFor({ order, items, history }: FullOrder) {
  return withdrawalEnd({
    status: order.status,
    isFromTrader: items[0]?.snapshot.soldBy?.kind === 'trader',
    deliveredAt: history.find(({ status }) => status === 'delivered' || status === 'completed')?.at ?? null,
  });
}

/** The fee is between platform and seller; only the seller's view of the order contains it. */
export function withoutFee({ fee: _, ...snapshot }: FullOrder['items'][number]['snapshot']): Record<string, unknown> {
  return snapshot;
}

/** The fee as it is now: without refunded and unpaid amounts. */
function feeFor(
  { order: { totalAmount, status, paidAt }, items, refundedAmount, coveredAmount }: FullOrder,
  money: (amount: number) => Money,
): Money | null {
  const fee = items[0]?.snapshot.fee;
  if (!fee) return null;
  const sale = {
    fee: money(fee.amount),
    totals: { total: money(totalAmount) },
    refunded: money(refundedAmount),
    covered: money(coveredAmount),
    status,
    paidAt,
  };
  return sellersShare(sale)?.fee ?? money(0);
}
