import type { ListingMoment } from '../../contract.ts';
import { type ListingReason, type ListingState, stateOf } from '../../model/listing.process.ts';

const stateWords: Record<ListingState, string> = {
  draft: 'Draft',
  active: 'Active',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Ended',
  paused_by_seller: 'Paused',
  paused_by_tier: 'Paused by the active listings limit',
  paused_by_suspension: 'Hidden while the seller is suspended',
  paused_by_operator: 'Paused by us',
  paused_by_standing: 'Paused: seller details missing',
  removed: 'Removed',
};

const reasonWords: Record<ListingReason, string | null> = {
  asked: null,
  listed: null,
  account_deleted: 'account deleted',
  time_over: 'end of the listing period',
  last_copy_held: 'last copy reserved',
  hold_ended: 'no payment from the buyer',
  last_copy_paid: 'last copy sold',
  tier_limit: 'plan limit reached',
  tier_raised: 'plan limit raised',
  member_suspended: 'account suspended',
  suspension_ended: 'suspension ended',
  trader_unnamed: 'seller details missing',
  trader_named: 'seller details complete',
  released: 'pause ended by us',
  reported: 'reported by members',
  not_as_described: 'possible mismatch with the description',
  forbidden: 'item not allowed',
  suspicious: 'suspicious activity',
  other: 'other reason',
};

/** `Paused by us`, from the stored listing. */
export const statusWord = (stored: Parameters<typeof stateOf>[0]) => stateWords[stateOf(stored)];

/** `Paused by us: reported by members`. */
export function momentSentence({ verb, to, why }: Pick<ListingMoment, 'verb' | 'to' | 'why'>): string {
  const state =
    verb === 'renew'
      ? 'Renewed'
      : verb === 'restore'
        ? 'Restored'
        : verb === 'create' && to === 'active'
          ? 'Listed'
          : stateWords[to];
  const reason = reasonWords[why];
  return reason ? `${state}: ${reason}` : state;
}
