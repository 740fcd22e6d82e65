import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { orderLimits } from '../model/order.rules.ts';
import { carrierOf } from '../shipments/recognise-carrier.ts';
import { caseKinds, caseStates, caseVerbs } from './case.process.ts';

/** The open case of an order, as one of its sides sees it. */
export const caseSchema = z
  .object({
    id: z.string(),
    kind: z.enum(caseKinds),
    state: z.enum(caseStates),
    /** `amount` only of a refund. */
    proposal: z
      .object({
        kind: z.enum(['cancel', 'refund', 'return', 'nothing']),
        amount: moneySchema.nullable(),
        by: z.enum(['buyer', 'seller']),
      })
      .nullable(),
    /** The listings that a withdrawal is for; null: all of the order. */
    items: z.array(z.string()).nullable(),
    /** Of the parcel that goes back. */
    tracking: z.object({ carrier: z.string(), trackingNumber: z.string().nullable() }).nullable(),
    /** When it moves on without an answer. */
    dueAt: z.iso.datetime().nullable(),
    version: z.int(),
    /** What the viewer can do now. */
    actions: z.array(z.enum(caseVerbs)),
  })
  .meta({ id: 'OrderCase' });
export type OrderCase = z.output<typeof caseSchema>;

export const caseRefusals = {
  /** 409: the case isn't in a state that the call needs. */
  wrongState: 'case_state',
  /** 409: the case has changed since the version that the caller saw. */
  changed: 'case_changed',
  /** 409: the order has an open case. */
  alreadyOpen: 'case_open',
  /** 409: the order can't be withdrawn from. */
  noWithdrawal: 'no_withdrawal',
} as const;

const line = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Enter at most ${max} characters.`)
    .refine(isPlainText, 'Remove the characters that can’t be shown.');

const version = z.int('Enter the version of the case as a whole number.').min(1, 'Enter the version of the case.');

export const requestCancellationSchema = z
  .strictObject({ reason: line(orderLimits.reasonLength, 'Enter a reason.').optional() })
  .meta({ id: 'CancellationRequest' });

export const proposeSchema = z
  .strictObject({
    /** The version of the case that was read. */
    version,
    proposal: z.enum(['refund', 'return', 'nothing'], { error: 'Choose a proposal: refund, return or nothing.' }),
    /** Only for a refund. */
    amount: z.union([moneySchema, z.int()], { error: 'Enter an amount, or minor units as a whole number.' }).optional(),
    reason: line(orderLimits.reasonLength, 'Enter a reason.').optional(),
  })
  .superRefine(({ proposal, amount }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message });
    if (proposal === 'refund' && amount === undefined) refuse('Enter the amount of the refund.');
    if (proposal !== 'refund' && amount !== undefined) refuse('Enter an amount only for a refund.');
  })
  .meta({ id: 'CaseProposal' });
export type ProposeInput = z.output<typeof proposeSchema>;

/** Accepts, declines or takes back the proposal that was read. */
export const answerCaseSchema = z
  .strictObject({ version, reason: line(orderLimits.reasonLength, 'Enter a reason.').optional() })
  .meta({ id: 'CaseAnswer' });
export type AnswerInput = z.output<typeof answerCaseSchema>;

export const sendReturnSchema = z
  .strictObject({
    /** Needed where the tracking number doesn't say it. */
    carrier: line(orderLimits.carrierLength, 'Enter the carrier.').optional(),
    trackingNumber: line(orderLimits.trackingLength, 'Enter the tracking number.').optional(),
  })
  .refine((parcel) => carrierOf(parcel) !== null, { path: ['carrier'], message: 'Enter the carrier.' })
  .meta({ id: 'ReturnShipment' });

export const contestReturnSchema = z
  .strictObject({ reason: line(orderLimits.reasonLength, 'Describe what is wrong with the return.') })
  .meta({ id: 'ContestedReturn' });

export const withdrawSchema = z
  .strictObject({
    items: z
      .array(z.string(), 'Enter the IDs of listings in this order.')
      .min(1, 'Enter at least 1 item, or leave items out.')
      .max(orderLimits.items, `Enter at most ${orderLimits.items} items.`)
      .optional()
      .describe('The listings of the order that the withdrawal is for. Default: the whole order.'),
  })
  .meta({ id: 'WithdrawalIn' });
export type WithdrawInput = z.output<typeof withdrawSchema>;
