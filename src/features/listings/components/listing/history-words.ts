import type { ListingMoment } from '../../contract.ts';
import { type ListingReason, type ListingState, stateOf } from '../../model/listing.process.ts';

const stateWords: Record<ListingState, string> = {
  draft: 'Draft',
  active: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Ended',
  paused_by_seller: 'Paused',
  paused_by_tier: 'Paused by the plan’s limit',
  paused_by_suspension: 'Hidden while its seller is suspended',
  paused_by_operator: 'Paused by the operator',
  paused_by_standing: 'Paused: seller details missing',
  removed: 'Removed',
};

const reasonWords: Record<ListingReason, string | null> = {
  asked: null,
  listed: null,
  account_deleted: 'its seller left',
  time_over: 'its time was over',
  last_copy_held: 'a buyer is paying for the last copy',
  hold_ended: 'a buyer did not pay',
  last_copy_paid: 'the last copy is paid',
  tier_limit: 'the plan has no place for it',
  tier_raised: 'the plan has room again',
  member_suspended: 'the account was suspended',
  suspension_ended: 'the suspension ended',
  trader_unnamed: 'what a trader must show was missing when the time for it was over',
  trader_named: 'what a trader must show is there',
  released: 'the operator’s pause ended',
  reported: 'it was reported',
  not_as_described: 'it does not seem to be what it says',
  forbidden: 'it may not be sold here',
  suspicious: 'something about it is suspicious',
  other: 'another reason',
};

/** `Paused by the operator`, from the stored listing. */
export const statusWord = (stored: Parameters<typeof stateOf>[0]) => stateWords[stateOf(stored)];

/** `Paused by the operator: it was reported`. */
export function momentSentence({ verb, to, why }: Pick<ListingMoment, 'verb' | 'to' | 'why'>): string {
  const state =
    verb === 'renew' ? 'Renewed' : verb === 'create' && to === 'active' ? 'Put up for sale' : stateWords[to];
  const reason = reasonWords[why];
  return reason ? `${state}: ${reason}` : state;
}

export function reasonWord(why: ListingReason): string {
  return reasonWords[why] ?? why;
}
