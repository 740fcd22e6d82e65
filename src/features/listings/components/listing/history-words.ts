import type { ListingMoment } from '../../contract.ts';
import { type ListingReason, type ListingState, stateOf } from '../../model/listing.process.ts';

const stateWords: Record<ListingState, string> = {
  draft: 'Draft',
  active: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Ended',
  paused_by_seller: 'Paused',
  paused_by_tier: 'Paused by the active listings limit',
  paused_by_suspension: 'Hidden while the seller is suspended',
  paused_by_operator: 'Paused by our team',
  paused_by_standing: 'Paused: seller details missing',
  removed: 'Removed',
};

const reasonWords: Record<ListingReason, string | null> = {
  asked: null,
  listed: null,
  account_deleted: 'the seller deleted their account',
  time_over: 'it expired',
  last_copy_held: 'a buyer reserved the last copy',
  hold_ended: 'the buyer didn’t pay in time',
  last_copy_paid: 'the last copy was sold',
  tier_limit: 'the plan’s active listings limit was reached',
  tier_raised: 'the plan’s active listings limit was raised',
  member_suspended: 'the account was suspended',
  suspension_ended: 'the suspension ended',
  trader_unnamed: 'required seller details were missing',
  trader_named: 'the seller details are complete',
  released: 'our team ended the pause',
  reported: 'it was reported',
  not_as_described: 'it may not match its description',
  forbidden: 'this item isn’t allowed',
  suspicious: 'suspicious activity',
  other: 'another reason',
};

/** `Paused by the operator`, from the stored listing. */
export const statusWord = (stored: Parameters<typeof stateOf>[0]) => stateWords[stateOf(stored)];

/** `Paused by the operator: it was reported`. */
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

export function reasonWord(why: ListingReason): string {
  return reasonWords[why] ?? why;
}
