import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { hourMs } from '#kernel/time.ts';

/** Acts of admins: each is stored in the audit log. */

/** How long an admin who named a case sees a member's account. */
export const accountOpenMs = hourMs;

/** Every logged admin action, with its label in lists. */
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
  'account.opened': 'Account looked at',
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

const search = line('Search', 100);

export const actQuery = z.object({
  /** An admin by id or username, or `command line`. */
  by: search.optional(),
  act: z.enum(acts, `act must be one of ${acts.join(', ')}.`).optional(),
  /** A member by id or username. */
  subject: search.optional(),
  ...pageQuery(25),
});

export const actSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** An admin's id, or `command line`. */
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
