import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { messageLimits } from './message.rules.ts';
import { id, messagePhotoSchema, words } from './message-parts.ts';
import { reportDecisions, reportQueues, reportReasonCodes, reportStates, reportSubjectKinds } from './report.rules.ts';

/** Refusal codes of the report queue. */
export const reportRefusals = {
  /** 409: another admin has taken it, or it is answered. */
  taken: 'report_taken',
  /** 409: an admin must take it before answering. */
  notTaken: 'report_not_taken',
} as const;

export const reportSchema = z
  .strictObject({
    reason: words(messageLimits.reasonLength, 'Enter a reason.'),
    text: words(messageLimits.reportLength, 'Enter the details.').optional(),
  })
  .meta({ id: 'ReportIn' });

/** `POST /api/reports`: a member, or their content. */
export const reportThingSchema = z
  .strictObject({
    subject: z.strictObject({
      kind: z.enum(reportSubjectKinds, { error: `Use one of ${reportSubjectKinds.join(', ')}.` }),
      id: id('Enter the ID of the reported content.'),
    }),
    ...reportSchema.shape,
  })
  .meta({ id: 'ReportThingIn' });

/** A copy of a message from the time of the report. Photos are absent in copies that older releases stored. */
export const frozenMessageSchema = z.object({
  id: z.string(),
  threadId: z.string(),
  senderId: z.string(),
  text: z.string(),
  photos: z.array(messagePhotoSchema).default([]),
  createdAt: z.iso.datetime(),
});

/** A copy of the reported content from the time of the report. */
const frozenThingSchema = z.object({
  text: z.string().nullable(),
  price: moneySchema.nullable(),
  condition: z.string().nullable(),
  photos: z.array(messagePhotoSchema.extend({ placeholder: z.string().nullable() })),
});

const row = {
  id: z.string(),
  /** Null id: the member themselves. */
  subject: z.object({ kind: z.enum(reportSubjectKinds), id: z.string().nullable(), title: z.string().nullable() }),
  reporterId: z.string(),
  reportedId: z.string(),
  reason: z.string(),
  /** Null: the reporter's own words. */
  reasonCode: z.enum(reportReasonCodes).nullable(),
  state: z.enum(reportStates),
  claimedBy: z.string().nullable(),
  decision: z.enum(reportDecisions).nullable(),
  createdAt: z.iso.datetime(),
};
export const reportRowSchema = z.object(row);

export const reportFactsSchema = z.object({
  ...row,
  text: z.string().nullable(),
  claimedAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** The rule that was broken, in words. */
  ground: z.string().nullable(),
  toReporter: z.string().nullable(),
  toReported: z.string().nullable(),
  /** Null in older reports, and for things of which only the title is stored. */
  thing: frozenThingSchema.nullable(),
  messageCount: z.int(),
  /** The last messages of the two, newest first; for the admin who has taken the report, and null for all others. */
  messages: z.array(frozenMessageSchema).nullable(),
  /** What the current admin may do now. */
  may: z.array(z.enum(['claim', 'return', 'answer'])),
});

export const reportQuery = z.object({
  show: z.enum(reportQueues, `Use one of ${reportQueues.join(', ')}.`).default('open'),
  ...pageQuery(25),
});
export const reportPageSchema = pageSchema(reportRowSchema);

export const reportAnswerSchema = z
  .strictObject({
    decision: z.enum(reportDecisions, `Use one of ${reportDecisions.join(', ')}.`),
    toReporter: words(messageLimits.statementLength, 'Enter a message to the reporter.'),
    toReported: words(messageLimits.statementLength, 'Enter a message to the reported member.').optional(),
  })
  .refine(({ decision, toReported }) => decision === 'dismissed' || toReported !== undefined, {
    path: ['toReported'],
    message: 'Enter a message to the reported member.',
  })
  .meta({ id: 'ReportAnswerIn' });

export type ReportInput = z.output<typeof reportSchema>;
export type ReportSubject = z.output<typeof reportThingSchema>['subject'];
export type FrozenMessage = z.input<typeof frozenMessageSchema>;
export type ReportRow = z.output<typeof reportRowSchema>;
export type ReportFacts = z.output<typeof reportFactsSchema>;
export type ReportQuery = z.output<typeof reportQuery>;
export type ReportPage = z.output<typeof reportPageSchema>;
export type ReportAnswer = z.output<typeof reportAnswerSchema>;
