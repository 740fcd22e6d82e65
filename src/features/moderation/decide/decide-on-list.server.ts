import { hideList, releaseList } from '#features/want-lists/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { HouseRule } from '../model/decision.rules.ts';
import type { Alongside } from './decide-on-listing.server.ts';
import { endDecisions, recordDecision } from './record-decision.server.ts';

interface HideList {
  listId: string;
  /** The admin's id. */
  by: string;
  reason: string;
  rule?: HouseRule | undefined;
  reportId?: string | undefined;
}

/**
 * An admin hides a want list by a decision, which its owner reads with its rule and may appeal. Refuses as `hideList`
 * of want-lists.
 */
export function hideListByDecision(
  platform: Platform,
  { rule, reportId, ...which }: HideList,
  alongside?: Alongside,
): Promise<void> {
  const { by, reason } = which;
  return hideList(platform, which, async (tx, { id, ownerId, name }, now) => {
    await recordDecision(
      tx,
      {
        memberId: ownerId,
        act: 'list_hidden',
        subject: { id, title: name },
        rule: rule ?? 'allowed',
        reason,
        reportId,
        by,
      },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** Shows it again. Refuses as `releaseList`. */
export function showListAgain(platform: Platform, which: { listId: string; by: string }): Promise<void> {
  return releaseList(platform, which, (tx, { id }, now) =>
    endDecisions(tx, { act: 'list_hidden', subjectId: id }, now),
  );
}
