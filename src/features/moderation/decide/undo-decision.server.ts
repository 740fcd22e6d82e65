import { restoreMember, unlimitMember } from '#features/auth/index.server.ts';
import { releaseListing } from '#features/listings/index.server.ts';
import { releaseReview } from '#features/reviews/index.server.ts';
import { releaseList } from '#features/want-lists/index.server.ts';
import { releaseWant } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { DecisionAct } from '../model/decision.rules.ts';
import type { DecisionRow } from '../model/decision.tables.ts';
import type { Alongside } from './decide-on-listing.server.ts';

type Undo = (platform: Platform, row: DecisionRow, by: string, alongside: Alongside) => Promise<void>;

/**
 * How each decision is undone, in the transaction of its appeal's answer. A warning and an upheld report hid nothing.
 */
export const undoings: Partial<Record<DecisionAct, Undo>> = {
  listing_hidden: (platform, { subjectId }, by, alongside) =>
    releaseListing(platform, { listingId: subjectId ?? '', by }, (tx, _row, now) => alongside(tx, now)),
  review_hidden: (platform, { subjectId }, by, alongside) =>
    releaseReview(platform, { reviewId: subjectId ?? '', by }, (tx, _row, now) => alongside(tx, now)),
  want_hidden: (platform, { subjectId }, by, alongside) =>
    releaseWant(platform, { wantId: subjectId ?? '', by }, (tx, _row, now) => alongside(tx, now)),
  list_hidden: (platform, { subjectId }, by, alongside) =>
    releaseList(platform, { listId: subjectId ?? '', by }, (tx, _row, now) => alongside(tx, now)),
  limited: (platform, { memberId: userId, decidedAt: since }, by, alongside) =>
    unlimitMember(platform, { userId, by, since }, alongside),
  suspended: (platform, { memberId: userId, decidedAt: since }, by, alongside) =>
    restoreMember(platform, { userId, by, since }, alongside),
};
