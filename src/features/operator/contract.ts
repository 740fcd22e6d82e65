import * as z from 'zod';
import { lookedAtListingSchema, operatorReasons } from '#features/listings/contract.ts';
import { lookedAtListSchema } from '#features/lists/contract.ts';
import { line, tiers } from '#features/members/contract.ts';
import { reportAnswerSchema, reportFactsSchema, reportRowSchema } from '#features/messages/contract.ts';
import { disputeDecisions, lookedAtOrderSchema, lookedAtRowSchema, orderShelves } from '#features/orders/contract.ts';
import { lookedAtReviewSchema } from '#features/reviews/contract.ts';
import { caseNoteSchema, daysField, ruleField, rulingFactsSchema } from '#features/rulings/contract.ts';
import { billSchema } from '#features/tiers/contract.ts';
import { wantSchema } from '#features/wanted/contract.ts';
import { pageQuery, pageSchema, wholeListSchema } from '#kernel/paging-schema.ts';

/** Face, browser-safe: what operators ask and are answered. */

/** Refusals of this room beyond the usual ones and those of the rooms whose acts it offers. */
export const operatorRefusals = {
  /** 403: an operator's own account, or another operator's, is not touched from the browser. */
  isOperator: 'is_operator',
} as const;

/** Every act that is kept, with what a list calls it. */
export const actNames = {
  'premium.granted': 'Premium granted',
  'premium.revoked': 'Premium revoked',
  'subscription.synced': 'Subscription read again',
  'member.suspended': 'Suspended',
  'member.warned': 'Warned',
  'member.limited': 'Limited',
  'member.unlimited': 'Limit ended',
  'member.restored': 'Suspension ended',
  'factors.reset': 'Second factors reset',
  'email.read': 'Email read',
  'listing.paused': 'Listing paused',
  'listing.released': 'Listing released',
  'review.hidden': 'Review hidden',
  'review.released': 'Review shown again',
  'want.hidden': 'Wanted post hidden',
  'want.released': 'Wanted post shown again',
  'trader.marked': 'Marked as a trader',
  'trader.unmarked': 'Trader’s mark taken back',
  'want-list.hidden': 'Want list hidden',
  'want-list.released': 'Want list shown again',
  'refund.retried': 'Refund sent again',
  'sessions.ended': 'Sessions ended',
  'dispute.refunded': 'Dispute: money back',
  'dispute.closed': 'Dispute: sale stands',
  'order.cleared': 'Order looked at',
  'evidence.sent': 'Evidence sent to a bank',
  'report.claimed': 'Report taken',
  'report.returned': 'Report given back',
  'report.answered': 'Report answered',
  'case.noted': 'Note on a case',
  'text.written': 'Text written',
  'text.changed': 'Text changed',
  'text.removed': 'Text removed',
  'appeal.answered': 'Appeal answered',
  'job.run-again': 'Job run again',
  'fee.changed': 'Fee changed',
  'market-text.written': 'Text of the market written',
  'ad.created': 'Ad written',
  'ad.changed': 'Ad changed',
  'ad.pictured': 'Ad’s picture changed',
  'ad.removed': 'Ad removed',
  'operator.added': 'Operator added',
  'operator.removed': 'Operator removed',
} as const;
export type ActName = keyof typeof actNames;
export const acts = Object.keys(actNames) as [ActName, ...ActName[]];

const paged = pageQuery(25);
const search = line('Search', 100);

export const memberQuery = z.object({
  q: search.optional(),
  tier: z.enum(tiers, 'tier must be free or premium.').optional(),
  status: z.enum(['active', 'suspended'], 'status must be active or suspended.').optional(),
  ...paged,
});

export const actQuery = z.object({
  /** An operator by id or username, or `command line`. */
  by: search.optional(),
  act: z.enum(acts, `act must be one of ${acts.join(', ')}.`).optional(),
  /** A member by id or username. */
  subject: search.optional(),
  ...paged,
});

export const reasonInput = z.strictObject({
  reason: line('Reason', 500).refine((text) => text.length >= 3, 'Say why, in a few words.'),
});

/** A suspension: a decision, so it names its rule. */
export const suspensionInput = reasonInput.extend({ rule: ruleField.default('honest') }).meta({ id: 'SuspensionIn' });

export const stopInput = reasonInput.extend({
  why: z.enum(operatorReasons, `why must be one of ${operatorReasons.join(', ')}.`),
});

const row = {
  id: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Enough to compare, too little to write to. */
  maskedEmail: z.string(),
  role: z.enum(['member', 'admin']),
  tier: z.enum(tiers),
  joinDate: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
};
export const memberRowSchema = z.object(row).meta({ id: 'MemberForOperator' });
export type MemberRowView = z.infer<typeof memberRowSchema>;

export const memberPageSchema = pageSchema(memberRowSchema).extend({
  counts: z.object({ all: z.int(), premium: z.int(), suspended: z.int() }),
});

const reading = z.object({ tier: z.enum(tiers), because: z.string() });

export const memberFactsSchema = z
  .object({
    ...row,
    isEmailVerified: z.boolean(),
    suspendedReason: z.string().nullable(),
    lastSignIn: z.iso.datetime().nullable(),
    totalSales: z.int(),
    waysIn: z.array(z.string()),
    sessions: z.int(),
    factors: z.object({ app: z.boolean(), recoveryCodes: z.int(), passkeys: z.int() }),
    /** Reading A decides the stored tier, reading B whether it is good right now. */
    readings: z.object({ a: reading, b: reading }),
    subscription: z
      .object({
        status: z.string(),
        currentPlan: z.string().nullable(),
        startDate: z.iso.datetime().nullable(),
        endDate: z.iso.datetime().nullable(),
        renewalDate: z.iso.datetime().nullable(),
        subscriptionId: z.string().nullable(),
        customerId: z.string().nullable(),
        isGranted: z.boolean(),
      })
      .nullable(),
    /** Null without one, and while Stripe does not say (`lastInvoiceKnown`). */
    lastInvoice: billSchema.nullable(),
    lastInvoiceKnown: z.boolean(),
    /** How many in each state that has any. */
    listings: z.record(z.string(), z.int()),
    /** What an operator can do now. */
    may: z.array(z.enum(['grant', 'revoke', 'sync', 'mark-trader', 'unmark-trader', 'suspend', 'restore', 'reset-factors', 'end-sessions'])),
  })
  .meta({ id: 'MemberFactsForOperator' });
export type MemberFactsView = z.infer<typeof memberFactsSchema>;
export type MemberAct = MemberFactsView['may'][number];

export const listingFactsSchema = lookedAtListingSchema
  .extend({
    sellerName: z.string().nullable(),
    history: z.array(lookedAtListingSchema.shape.history.element.extend({ actorName: z.string().nullable() })),
  })
  .meta({ id: 'ListingFactsForOperator' });
export type ListingFactsView = z.infer<typeof listingFactsSchema>;

export const reviewFactsSchema = lookedAtReviewSchema
  .extend({ authorName: z.string().nullable(), memberName: z.string().nullable(), may: z.array(z.enum(['hide', 'release'])) })
  .meta({ id: 'ReviewFactsForOperator' });
export type ReviewFactsView = z.infer<typeof reviewFactsSchema>;

export const wantFactsSchema = wantSchema.extend({ may: z.array(z.enum(['hide', 'release'])) }).meta({ id: 'WantedForOperator' });
export type WantFactsView = z.infer<typeof wantFactsSchema>;

export const wantListFactsSchema = lookedAtListSchema
  .extend({ ownerName: z.string().nullable(), may: z.array(z.enum(['hide', 'release'])) })
  .meta({ id: 'WantListForOperator' });
export type WantListFactsView = z.infer<typeof wantListFactsSchema>;

export const orderQuery = z.object({
  show: z.enum(orderShelves, `show must be one of ${orderShelves.join(', ')}.`).default('attention'),
  ...paged,
});
export type OrderQuery = z.output<typeof orderQuery>;

export const decisionInput = reasonInput.extend({
  decision: z.enum(disputeDecisions, `decision must be one of ${disputeDecisions.join(', ')}.`),
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

/** A note of an operator on a case: other operators read it, and nobody else. */
export const caseNoteViewSchema = caseNoteSchema.extend({ byName: z.string().nullable() });
export type CaseNoteView = z.infer<typeof caseNoteViewSchema>;

export const appealPageSchema = pageSchema(rulingFactsSchema.extend({ memberName: z.string().nullable() }));
export type AppealPageView = z.infer<typeof appealPageSchema>;

/** A decision with its appeal, for an operator. */
export const appealSchema = rulingFactsSchema
  .extend({
    memberName: z.string().nullable(),
    decidedByName: z.string().nullable(),
    answeredByName: z.string().nullable(),
    notes: z.array(caseNoteViewSchema),
  })
  .meta({ id: 'AppealForOperator' });
export type AppealView = z.infer<typeof appealSchema>;

/** What may follow for the member of a report that is upheld, besides that it is kept. */
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

const reportNames = { reporterName: z.string().nullable(), reportedName: z.string().nullable(), claimedByName: z.string().nullable() };

export const reportQueueSchema = pageSchema(reportRowSchema.extend(reportNames));
export type ReportQueueView = z.infer<typeof reportQueueSchema>;

/** A report for an operator: its messages for who has taken it alone. */
export const namedReportSchema = reportFactsSchema
  .extend({ ...reportNames, notes: z.array(caseNoteViewSchema), measures: z.array(z.enum(measureNames)) })
  .meta({ id: 'ReportForOperator' });
export type NamedReportView = z.infer<typeof namedReportSchema>;

export const actSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** An operator's id, or `command line`. */
    by: z.string(),
    /** Null for the command line. */
    byName: z.string().nullable(),
    act: z.string(),
    subject: z.string(),
    subjectName: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OperatorAct' });
export type ActView = z.infer<typeof actSchema>;

export const actPageSchema = pageSchema(actSchema);

/** How far the chain of acts is whole. */
export const chainSchema = z.object({
  wholeTo: z.int(),
  hash: z.string(),
  broken: z.object({ line: z.int(), what: z.string() }).nullable(),
});

export const jobQuery = z.object({ show: z.enum(['all', 'mails'], 'show must be all or mails.').default('all') });
export type JobQuery = z.output<typeof jobQuery>;
/** A job that failed: what it is and what it said last, without whom it is about. */
export const failedJobSchema = z
  .object({
    id: z.string(),
    task: z.string(),
    attempts: z.int(),
    isGivenUp: z.boolean(),
    /** Null where it is not tried again by itself. */
    nextAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'FailedJob' });
export type FailedJobView = z.infer<typeof failedJobSchema>;
export const failedJobsSchema = wholeListSchema(failedJobSchema);

export const healthSchema = z
  .object({
    /** Nothing waits for a person, and all could be counted. */
    isWell: z.boolean(),
    checkedAt: z.iso.datetime(),
    troubles: z.array(
      z.object({
        name: z.string(),
        severity: z.enum(['urgent', 'soon']),
        sentence: z.string(),
        /** Null where it could not be counted. */
        count: z.int().nullable(),
        /** There are more than are counted. */
        isMore: z.boolean(),
        /** Since when operators know. */
        since: z.iso.datetime().nullable(),
        advice: z.string(),
        /** The page on which something can be done. */
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MarketHealth' });
export type HealthView = z.infer<typeof healthSchema>;
