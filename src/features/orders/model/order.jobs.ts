import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { orderStatuses } from './order.process.ts';

/** Ends the time to pay. */
export const endPurchaseJob = defineJob('orders.end-purchase', z.object({ purchaseId: z.string() }));

/** Closes the page of a purchase that was canceled before the page was known, or while Stripe was unavailable. */
export const closePageJob = defineJob('orders.close-page', z.object({ purchaseId: z.string() }));

/**
 * The jobs of an earlier release, for one more: they name an order, whose purchase has the same id.
 */
export const endHoldJob = defineJob('orders.end-hold', z.object({ orderId: z.string() }));
export const closeCheckoutJob = defineJob('orders.close-checkout', z.object({ orderId: z.string() }));
export const syncChargebacksJob = defineJob('orders.sync-chargebacks', z.object({ orderId: z.string() }));

/** The timer of a state; nothing happens when the order has left it. */
export const tickJob = defineJob('orders.tick', z.object({ orderId: z.string(), status: z.enum(orderStatuses) }));

/** The timer of a case's state; nothing happens when the case has changed. */
export const tickCaseJob = defineJob('orders.tick-case', z.object({ caseId: z.string(), version: z.number() }));

export const sendRefundJob = defineJob('orders.send-refund', z.object({ refundId: z.string() }));

/** Reads a purchase's chargebacks from Stripe, and makes its orders agree. */
export const readChargebacksJob = defineJob('orders.read-chargebacks', z.object({ purchaseId: z.string() }));

export const sendEvidenceJob = defineJob('orders.send-evidence', z.object({ chargebackId: z.string() }));

/**
 * Ends what a suspended member is still selling; what they buy is paid already or ends with its hold. The subject is
 * the member.
 */
export const followSuspensionJob = defineJob('orders.follow-suspension', z.object({ subject: z.string() }));

/** Gives a member who signed up again the running pauses of their former accounts. The subject is the member. */
export const carryPausesJob = defineJob(
  'orders.carry-pauses',
  z.object({ subject: z.string(), data: z.object({ formerIds: z.array(z.string()) }) }),
);

/** Takes what was paid for off what its buyer looks for, or gives it back. The subject is the order. */
export const fillWantsJob = defineJob('orders.fill-wants', z.object({ subject: z.string() }));

/** Follows `order.news`. The names of emails are plain strings: one that this version does not know is left out. */
export const mailUpdatesJob = defineJob(
  'orders.mail-news',
  z.object({ subject: z.string(), version: z.number(), data: z.object({ letters: z.array(z.string()) }) }),
);

/** Sends the one receipt of a purchase of several orders. */
export const mailReceiptJob = defineJob('orders.mail-receipt', z.object({ purchaseId: z.string() }));

/** Removes the files of photos of problems that no order has. */
export const sweepProblemPhotosJob = defineJob(
  'orders.sweep-problem-photos',
  z.object({ photoIds: z.array(z.string()) }),
);

/** Counts an offer that a rule had accepted and that was not paid like an unpaid hold. */
export const countLapsedOfferJob = defineJob(
  'orders.count-lapsed-offer',
  z.object({ data: z.object({ buyerId: z.string(), listingId: z.string(), network: z.string().nullable() }) }),
);

/** Takes up holds, timers of orders and refunds whose job has been lost. */
export const reconcileJob = defineJob('orders.reconcile', z.object({}));
export const reconcileSalesJob = defineJob('orders.reconcile-sales', z.object({}));

/** Counts again what sellers have sold, and to how many buyers. */
export const reconcileSellerSalesJob = defineJob('orders.reconcile-seller-sales', z.object({}));
