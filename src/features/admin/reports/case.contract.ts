import * as z from 'zod';
import { reportAnswerSchema, reportFactsSchema, reportRowSchema } from '#features/messages/contract.ts';
import { caseNoteSchema, daysField, decisionFactsSchema, ruleField } from '#features/moderation/contract.ts';
import {
  disputeDecisions,
  lookedAtOrderSchema,
  lookedAtRowSchema,
  orderQueues,
  refundedItems,
} from '#features/orders/contract.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { reasonInput } from './reason.contract.ts';

/** The admin's queues: orders, appeals, reports. */

export const orderQuery = z.object({
  show: z.enum(orderQueues, `show must be one of ${orderQueues.join(', ')}.`).default('attention'),
  ...pageQuery(25),
});
export type OrderQuery = z.output<typeof orderQuery>;

export const decisionInput = reasonInput.extend({
  decision: z.enum(disputeDecisions, `decision must be one of ${disputeDecisions.join(', ')}.`),
  items: refundedItems.describe(
    'The listings to refund. The others stay sold. If omitted, the rest of the payment is refunded.',
  ),
});

const sides = { buyerName: z.string().nullable(), sellerName: z.string().nullable() };

export const orderPageSchema = pageSchema(lookedAtRowSchema.extend(sides));
export type OrderPageView = z.infer<typeof orderPageSchema>;

export const orderFactsSchema = lookedAtOrderSchema
  .extend({
    ...sides,
    history: z.array(lookedAtOrderSchema.shape.history.element.extend({ actorName: z.string().nullable() })),
  })
  .meta({ id: 'OrderWithNamesForOperator' });
export type OrderFactsView = z.infer<typeof orderFactsSchema>;

/** An admin's note on a case; only admins read it. */
export const caseNoteViewSchema = caseNoteSchema.extend({ byName: z.string().nullable() });
export type CaseNoteView = z.infer<typeof caseNoteViewSchema>;

export const appealPageSchema = pageSchema(decisionFactsSchema.extend({ memberName: z.string().nullable() }));
export type AppealPageView = z.infer<typeof appealPageSchema>;

/** A decision with its appeal, for an admin. */
export const appealSchema = decisionFactsSchema
  .extend({
    memberName: z.string().nullable(),
    decidedByName: z.string().nullable(),
    answeredByName: z.string().nullable(),
    notes: z.array(caseNoteViewSchema),
  })
  .meta({ id: 'AppealForOperator' });
export type AppealView = z.infer<typeof appealSchema>;

/** The measures against the member of an upheld report. */
export const measureNames = ['hide', 'warn', 'limit', 'suspend'] as const;
export type MeasureName = (typeof measureNames)[number];

export const reportAnswerInput = reportAnswerSchema
  .safeExtend({
    rule: ruleField.optional(),
    measure: z.enum(measureNames, { error: `measure must be one of ${measureNames.join(', ')}.` }).optional(),
    /** Of a limit. */
    days: daysField,
  })
  .meta({ id: 'ReportDecisionIn' });
export type ReportAnswerInput = z.output<typeof reportAnswerInput>;

const reportNames = {
  reporterName: z.string().nullable(),
  reportedName: z.string().nullable(),
  claimedByName: z.string().nullable(),
};

export const reportQueueSchema = pageSchema(reportRowSchema.extend(reportNames));
export type ReportQueueView = z.infer<typeof reportQueueSchema>;

/** A report for an admin; its messages only for the admin who has claimed it. */
export const namedReportSchema = reportFactsSchema
  .extend({ ...reportNames, notes: z.array(caseNoteViewSchema), measures: z.array(z.enum(measureNames)) })
  .meta({ id: 'ReportForOperator' });
export type NamedReportView = z.infer<typeof namedReportSchema>;
