import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { chargebackStates } from '#platform/payments/chargeback-state.ts';

const oneCustomer = z.object({ customerId: z.string() });
const oneMember = z.object({ userId: z.string() });

/** Voids what a customer could still pay for a subscription that is over; keyed by the customer. */
export const voidBillsJob = defineJob('tiers.void-bills', oneCustomer);
/** Ends all but one of a customer's subscriptions; keyed by the customer. */
export const endDoublesJob = defineJob('tiers.end-doubles', oneCustomer);
/** Ends at Stripe what could still charge a member who has gone. */
export const endAtStripeJob = defineJob('tiers.end-at-stripe', oneCustomer);
/** Updates a member's email address at Stripe; the subject is the member, as in the event. */
export const followEmailJob = defineJob('tiers.follow-email', z.object({ subject: z.string() }));
/** Reads the clock again where a paid or granted time ends; keyed by the member. */
export const settleJob = defineJob('tiers.settle', oneMember);
/** Brings one member's record in line with Stripe; keyed by the member. */
export const convergeJob = defineJob('tiers.converge', oneMember);
export const mailInvoiceJob = defineJob(
  'tiers.mail-invoice',
  z.object({ userId: z.string(), invoiceId: z.string(), kind: z.enum(['paid', 'failed']) }),
);
/** Reads what a bank says of a payment of premium again; keyed by the case. */
export const followBankJob = defineJob(
  'tiers.follow-bank',
  z.object({ id: z.string(), kind: z.enum(['chargeback', 'fraud_warning']) }),
);
export const mailChargebackJob = defineJob(
  'tiers.mail-chargeback',
  z.object({ userId: z.string(), chargebackId: z.string(), state: z.enum(chargebackStates) }),
);
/** Converges every member that Stripe knows. */
export const reconcileSubscriptionsJob = defineJob('tiers.reconcile', z.object({}));
