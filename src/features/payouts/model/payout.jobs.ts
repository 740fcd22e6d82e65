import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the money of an order agree with the order and the books. The subject is the order. */
export const settlePayoutJob = defineJob('payouts.settle', z.object({ subject: z.string() }));

/** Releases what is due. */
export const releaseDueJob = defineJob('payouts.release-due', z.object({}));

/** Sends what is due to sellers, and takes up transfers and reversals whose job was lost. */
export const sendDueJob = defineJob('payouts.send-due', z.object({}));

/** Claims the ready orders of a seller in one currency. */
export const sendToSellerJob = defineJob(
  'payouts.send-to-seller',
  z.object({ sellerId: z.string(), currency: z.string() }),
);

/** Sends a claimed transfer to Stripe. */
export const sendTransferJob = defineJob('payouts.send-transfer', z.object({ transferId: z.string() }));

/** Takes money of a sent transfer back for what its seller owes. The subject is the order. */
export const recoverDebtJob = defineJob('payouts.recover-debt', z.object({ subject: z.string() }));

/** Looks at money that was paid long ago. */
export const watchHeldJob = defineJob('payouts.watch-held', z.object({}));
export const mailHeldJob = defineJob('payouts.mail-held', z.object({ orderId: z.string() }));
