import { hideWant, releaseWant } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { HouseRule } from '../model/decision.rules.ts';
import type { Alongside } from './decide-on-listing.server.ts';
import { endDecisions, recordDecision } from './record-decision.server.ts';

interface HideWant {
  wantId: string;
  /** The admin's id. */
  by: string;
  reason: string;
  rule?: HouseRule | undefined;
  reportId?: string | undefined;
}

/**
 * An admin hides a wanted post by a decision, which its owner reads with its rule and may appeal. Refuses as `hideWant`
 * of wanted.
 */
export function hideWantByDecision(
  platform: Platform,
  { rule, reportId, ...which }: HideWant,
  alongside?: Alongside,
): Promise<void> {
  const { by, reason } = which;
  return hideWant(platform, which, async (tx, { id, ownerId, title }, now) => {
    await recordDecision(
      tx,
      { memberId: ownerId, act: 'want_hidden', subject: { id, title }, rule: rule ?? 'honest', reason, reportId, by },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** Shows it again. Refuses as `releaseWant`. */
export function showWantAgain(platform: Platform, which: { wantId: string; by: string }): Promise<void> {
  return releaseWant(platform, which, (tx, { id }, now) =>
    endDecisions(tx, { act: 'want_hidden', subjectId: id }, now),
  );
}
