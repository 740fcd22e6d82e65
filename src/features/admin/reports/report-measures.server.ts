import type { ReportFacts } from '#features/messages/contract.ts';
import {
  hideListByDecision,
  hideListing,
  hideReviewByDecision,
  hideWantByDecision,
  limitByDecision,
  type NewDecision,
  suspendByDecision,
  warnMember,
} from '#features/moderation/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type MeasureName, measureNames } from '../contract.ts';

/** What is decided against the member, for each measure alike. */
type Facts = Pick<NewDecision, 'memberId' | 'rule' | 'reason' | 'by'> & { reportId: string; days: number };
type Follow = (platform: Platform, facts: Facts, alongside: (tx: Tx, now: Date) => Promise<void>) => Promise<void>;
type Reported = Pick<ReportFacts, 'subject'>;

/** What may follow from this report, in the order in which it is offered. */
export function measuresOf(report: Reported): MeasureName[] {
  return measureNames.filter((name) => measureOf(report, name) !== undefined);
}

/** How it is done, with the answer to the report in the same transaction; undefined where it cannot follow. */
export function measureOf({ subject }: Reported, name: MeasureName): Follow | undefined {
  return ways[name](subject);
}

const ways: Record<MeasureName, (subject: Reported['subject']) => Follow | undefined> = {
  hide: ({ kind, id }) => (id === null ? undefined : hidings[kind]?.(id)),
  warn:
    () =>
    (platform, { days: _none, ...facts }, alongside) =>
      warnMember(platform, facts, alongside),
  limit: () => limitByDecision,
  suspend:
    () =>
    (platform, { days: _none, ...facts }, alongside) =>
      suspendByDecision(platform, facts, alongside),
};

const hidings: Partial<Record<Reported['subject']['kind'], (id: string) => Follow>> = {
  listing: (listingId) => (platform, facts, alongside) =>
    hideListing(platform, { ...facts, listingId, why: 'reported' }, alongside),
  list:
    (listId) =>
    (platform, { rule, reason, reportId, by }, alongside) =>
      hideListByDecision(platform, { listId, rule, reason, reportId, by }, alongside),
  review:
    (reviewId) =>
    (platform, { rule, reason, reportId, by }, alongside) =>
      hideReviewByDecision(platform, { reviewId, rule, reason, reportId, by }, alongside),
  wanted:
    (wantId) =>
    (platform, { rule, reason, reportId, by }, alongside) =>
      hideWantByDecision(platform, { wantId, rule, reason, reportId, by }, alongside),
};
