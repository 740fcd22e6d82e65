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
  'subscription.synced': 'Subscription synced',
  'member.suspended': 'Member suspended',
  'member.warned': 'Member warned',
  'member.limited': 'Member restricted',
  'member.unlimited': 'Restriction ended',
  'member.restored': 'Member reinstated',
  'factors.reset': 'Two-step verification reset',
  'email.read': 'Email revealed',
  'account.opened': 'Account data revealed',
  'listing.paused': 'Listing paused',
  'listing.released': 'Listing released',
  'review.hidden': 'Review hidden',
  'review.released': 'Review restored',
  'want.hidden': 'Wanted post hidden',
  'want.released': 'Wanted post restored',
  'trader.marked': 'Marked as professional seller',
  'trader.unmarked': 'Professional seller mark removed',
  'want-list.hidden': 'Want list hidden',
  'want-list.released': 'Want list restored',
  'refund.retried': 'Refund retried',
  'sessions.ended': 'All sessions ended',
  'dispute.refunded': 'Buyer refunded',
  'dispute.closed': 'Problem closed without refund',
  'order.cleared': 'Order resumed',
  'evidence.sent': 'Evidence submitted',
  'report.claimed': 'Report assigned',
  'report.returned': 'Report unassigned',
  'report.answered': 'Report closed',
  'case.noted': 'Note added',
  'text.written': 'Template created',
  'text.changed': 'Template saved',
  'text.removed': 'Template deleted',
  'appeal.answered': 'Appeal decided',
  'job.run-again': 'Job run again',
  'money.opened': 'Opening balance booked',
  'money.own': 'Line of the balance booked as own money',
  'money.payouts-stopped': 'Payouts of the balance set to manual',
  'money.released': 'Payment released to the seller',
  'money.refunded': 'Payment on hold refunded',
  'debt.written-off': 'Debt written off',
  'fee.changed': 'Selling fee changed',
  'shipping-figures.changed': 'Shipping figures changed',
  'shipping-table.saved': 'Suggested shipping methods saved',
  'tax.changed': 'Tax on invoices changed',
  'tax-report.read': 'Tax report read',
  'market-text.written': 'Legal text saved',
  'card.corrected': 'Card corrected',
  'card-reports.closed': 'Card data reports closed',
  'brand.changed': 'Brand changed',
  'logo.changed': 'Logo changed',
  'logo.removed': 'Logo removed',
  'announcement.saved': 'Announcement saved',
  'announcement.deleted': 'Announcement deleted',
  'ad.created': 'Ad created',
  'ad.changed': 'Ad saved',
  'ad.pictured': 'Ad image changed',
  'ad.removed': 'Ad deleted',
  'operator.added': 'Admin added',
  'operator.removed': 'Admin removed',
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
