import type { OperatorReason } from '#features/listings/contract.ts';
import { releaseListing, stopListing } from '#features/listings/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { HouseRule } from '../model/decision.rules.ts';
import { endDecisions, recordDecision } from './record-decision.server.ts';

/** A write that commits or rolls back with it. */
export type Alongside = (tx: Tx, now: Date) => Promise<void>;

export interface HideListing {
  listingId: string;
  /** The admin's id. */
  by: string;
  why: OperatorReason;
  reason: string;
  /** The broken rule; by default the one that belongs to `why`. */
  rule?: HouseRule | undefined;
  reportId?: string | undefined;
}

const ruleOf: Record<OperatorReason, HouseRule> = {
  reported: 'as_described',
  not_as_described: 'as_described',
  forbidden: 'allowed',
  suspicious: 'real',
  other: 'honest',
};

/**
 * An admin takes a listing off sale by a decision, which its seller reads with its rule and may appeal. Refuses as
 * `stopListing`.
 */
export function hideListing(
  platform: Platform,
  { listingId, by, why, reason, rule, reportId }: HideListing,
  alongside?: Alongside,
): Promise<void> {
  return stopListing(platform, { listingId, by, why, note: reason }, async (tx, { id, sellerId, title }, now) => {
    await recordDecision(
      tx,
      {
        memberId: sellerId,
        act: 'listing_hidden',
        subject: { id, title },
        rule: rule ?? ruleOf[why],
        reason,
        reportId,
        by,
      },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** Shows it again. Refuses as `releaseListing`. */
export function showListing(platform: Platform, which: { listingId: string; by: string }): Promise<void> {
  return releaseListing(platform, which, (tx, { id }, now) =>
    endDecisions(tx, { act: 'listing_hidden', subjectId: id }, now),
  );
}
