import * as z from 'zod';
import { adminListingSchema, operatorReasons } from '#features/listings/contract.ts';
import { line, tiers } from '#features/members/contract.ts';
import { lookedAtReviewSchema } from '#features/reviews/contract.ts';
import { billSchema } from '#features/tiers/contract.ts';
import { adminListSchema } from '#features/want-lists/contract.ts';
import { wantSchema } from '#features/wanted/contract.ts';
import { pageQuery, pageSchema, wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { reasonInput } from './reports/reason.contract.ts';

export * from './reports/case.contract.ts';
export * from './reports/reason.contract.ts';
export * from './shell/action.contract.ts';

/** Public API, safe for the browser: requests and responses of the admin's calls. */

/** Error codes of this feature beyond the common ones and those of the features whose actions it offers. */
export const adminRefusals = {
  /** 403: an admin's own account, or another admin's, cannot be changed in the browser. */
  isOperator: 'is_operator',
  /** 409: account data require a named case. */
  noCase: 'no_case',
} as const;

const paged = pageQuery(25);
const search = line('Search', 100);

export const memberQuery = z.object({
  q: search.optional(),
  tier: z.enum(tiers, `tier must be one of ${tiers.join(', ')}.`).optional(),
  status: z.enum(['active', 'suspended'], 'status must be active or suspended.').optional(),
  ...paged,
});

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
    totalSales: z.int(),
    /** The case for which this admin opened the account. Without one, all fields that are null below stay hidden. */
    opened: z.object({ reason: z.string(), until: z.iso.datetime() }).nullable(),
    lastSignIn: z.iso.datetime().nullable(),
    waysIn: z.array(z.string()).nullable(),
    sessions: z.int().nullable(),
    factors: z.object({ app: z.boolean(), recoveryCodes: z.int(), passkeys: z.int() }).nullable(),
    /** Reading A decides the stored tier, reading B whether it is good right now. */
    readings: z.object({ a: reading, b: reading }).nullable(),
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
    /** The actions available to the admin now. */
    may: z.array(
      z.enum([
        'grant',
        'revoke',
        'sync',
        'mark-trader',
        'unmark-trader',
        'suspend',
        'restore',
        'reset-factors',
        'end-sessions',
      ]),
    ),
  })
  .meta({ id: 'MemberFactsForOperator' });
export type MemberFactsView = z.infer<typeof memberFactsSchema>;
export type MemberAct = MemberFactsView['may'][number];

export const listingFactsSchema = adminListingSchema
  .extend({
    sellerName: z.string().nullable(),
    history: z.array(adminListingSchema.shape.history.element.extend({ actorName: z.string().nullable() })),
  })
  .meta({ id: 'ListingFactsForOperator' });
export type ListingFactsView = z.infer<typeof listingFactsSchema>;

export const reviewFactsSchema = lookedAtReviewSchema
  .extend({
    authorName: z.string().nullable(),
    memberName: z.string().nullable(),
    may: z.array(z.enum(['hide', 'release'])),
  })
  .meta({ id: 'ReviewFactsForOperator' });
export type ReviewFactsView = z.infer<typeof reviewFactsSchema>;

export const wantFactsSchema = wantSchema
  .extend({ may: z.array(z.enum(['hide', 'release'])) })
  .meta({ id: 'WantedForOperator' });
export type WantFactsView = z.infer<typeof wantFactsSchema>;

export const wantListFactsSchema = adminListSchema
  .extend({ ownerName: z.string().nullable(), may: z.array(z.enum(['hide', 'release'])) })
  .meta({ id: 'WantListForOperator' });
export type WantListFactsView = z.infer<typeof wantListFactsSchema>;

const jobQueues = ['all', 'mails'] as const;
export const jobQuery = z.object({
  show: z.enum(jobQueues, `show must be one of ${jobQueues.join(', ')}.`).default('all'),
});
export type JobQuery = z.output<typeof jobQuery>;
/** A failed job with its last error, without the member concerned. */
export const failedJobSchema = z
  .object({
    id: z.string(),
    task: z.string(),
    attempts: z.int(),
    isGivenUp: z.boolean(),
    /** Null where it is not retried automatically. */
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
        /** When admins were first notified. */
        since: z.iso.datetime().nullable(),
        advice: z.string(),
        /** The page on which something can be done. */
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MarketHealth' });
export type HealthView = z.infer<typeof healthSchema>;
