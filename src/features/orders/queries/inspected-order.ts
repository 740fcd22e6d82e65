import * as z from 'zod';
import { moneySchema as money } from '#kernel/numbers/money-schema.ts';
import { chargebackStates } from '#platform/payments/chargeback-state.ts';
import { orderMovers, orderStatuses } from '../model/order.process.ts';
import { disputeReasons } from '../model/order.rules.ts';
import { selfBuyingSigns } from '../model/self-buying.rules.ts';
import { problemSchema } from '../problems/problem.contract.ts';

/** Orders as admins see and decide them, without the buyer's address. */

const at = z.iso.datetime();

/** The queues of orders for admins; the last one needs no decision. */
export const orderQueues = ['attention', 'disputed', 'refund_failed', 'chargeback', 'self_buying'] as const;
export type OrderQueue = (typeof orderQueues)[number];

export const lookedAtRowSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    total: money,
    status: z.enum(orderStatuses),
    statusSince: at,
    attention: z.string().nullable(),
    /** Null where `attention` is, and for a text that an earlier release stored. */
    attentionCode: z.string().nullable(),
    dispute: z.enum(disputeReasons).nullable(),
    /** When buyer or seller requested a decision. */
    decisionAskedAt: at.nullable(),
    buyerId: z.string(),
    sellerId: z.string(),
  })
  .meta({ id: 'OrderRowForOperator' });
export type QueuedOrder = z.output<typeof lookedAtRowSchema>;

export const disputeDecisions = ['refund', 'close'] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

export const adminOrderActs = ['refund', 'close', 'clear'] as const;
export type AdminOrderAct = (typeof adminOrderActs)[number];

export const lookedAtOrderSchema = z
  .object({
    id: z.string(),
    buyerId: z.string(),
    sellerId: z.string(),
    status: z.enum(orderStatuses),
    statusSince: at,
    /** What does not fit, in words; timers stop until it is cleared. */
    attention: z.string().nullable(),
    attentionCode: z.string().nullable(),
    /** Signals that buyer and seller are one person; without automatic effect. */
    selfBuying: z.array(z.enum(selfBuyingSigns)),
    items: z.array(z.object({ listingId: z.string(), title: z.string(), quantity: z.int(), price: money })),
    totals: z.object({ items: money, shipping: money, total: money }),
    /** The marketplace fee, by the fee in force when the order was placed; null for older orders. */
    fee: money.nullable(),
    /** The fee and the seller's share after refunds; null where there is no fee. */
    share: z.object({ fee: money, left: money }).nullable(),
    shippingName: z.string().nullable(),
    tracking: z.object({ carrier: z.string(), trackingNumber: z.string().nullable() }).nullable(),
    /** Other orders with its tracking number. */
    sameTracking: z.array(z.string()),
    dispute: z.object({ reason: z.enum(disputeReasons), text: z.string() }).nullable(),
    decisionAskedAt: at.nullable(),
    cancelReason: z.string().nullable(),
    createdAt: at,
    paidAt: at.nullable(),
    holdExpiresAt: at,
    /** The reported problem in photos. */
    problem: problemSchema.nullable(),
    /** What it is paid with: its part of the purchase, the whole total, and the orders that are paid together. */
    payment: z
      .object({
        purchaseId: z.string(),
        sessionId: z.string().nullable(),
        paymentIntentId: z.string().nullable(),
        asked: money,
        captured: money,
        capturedAt: at.nullable(),
        total: money,
        orderIds: z.array(z.string()),
      })
      .nullable(),
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: money,
        cause: z.string(),
        reason: z.string().nullable(),
        state: z.string(),
        stripeRefundId: z.string().nullable(),
        askedBy: z.string().nullable(),
        askedAt: at,
        doneAt: at.nullable(),
        /** Stripe's word for why it failed. */
        failure: z.string().nullable(),
        /** Whether an admin can send it again now. */
        canRetry: z.boolean(),
        /** The failed one that this one is the new try of. */
        retryOf: z.string().nullable(),
      }),
    ),
    /** The chargebacks of the payment. */
    chargebacks: z.array(
      z.object({
        /** Stripe's own. */
        id: z.string(),
        state: z.enum(chargebackStates),
        /** Stripe's words. */
        status: z.string(),
        reason: z.string(),
        amount: money,
        openedAt: at,
        closedAt: at.nullable(),
        /** The bank's deadline for evidence. */
        evidenceDueAt: at.nullable(),
        /** Whether evidence can be sent now. */
        canAnswer: z.boolean(),
        /** Stripe's word for why it did not take what was sent last. */
        evidenceFailure: z.string().nullable(),
        /**
         * The sent evidence, in Stripe's fields, without the buyer's address; `sentAt` is null while it is on its way.
         */
        evidence: z
          .object({ fields: z.record(z.string(), z.string()), by: z.string().nullable(), sentAt: at.nullable() })
          .nullable(),
      }),
    ),
    /** A bank's warnings that the payment may be fraud. */
    fraudWarnings: z.array(z.object({ id: z.string(), type: z.string(), at, isActionable: z.boolean() })),
    history: z.array(
      z.object({
        status: z.enum(orderStatuses),
        at,
        by: z.enum(orderMovers),
        actorId: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
    /** The actions of an admin on it now. */
    may: z.array(z.enum(adminOrderActs)),
  })
  .meta({ id: 'OrderFactsForOperator' });
export type InspectedOrder = z.output<typeof lookedAtOrderSchema>;
