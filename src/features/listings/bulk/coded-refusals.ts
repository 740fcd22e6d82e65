import { limitedSentence, unverifiedSentence } from '#features/auth/index.server.ts';
import type { Tier } from '#features/members/contract.ts';
import { missingDataSentence } from '#features/traders/index.server.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { type Coded, textOf } from '#kernel/text/coded-text.ts';
import { unknownListing } from '../model/listing.policy.ts';
import type { ListingState, ListingStatus, ListingVerb } from '../model/listing.process.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { listingLimits, photoSentence } from '../model/listing.rules.ts';
import {
  aboveMaximumSentence,
  belowMinimumSentence,
  debtSentence,
  descriptionSentence,
  frozenSentence,
  lowestOfferSentence,
  newSellerSentence,
  priceMovedSentence,
  removedSentence,
  suspendedSentence,
  tierLimitSentence,
  timeOverSentence,
  unknownCardSentence,
  wrongStateSentence,
} from '../model/state-sentences.ts';

/** Why a listing was not created or changed, for the rows of imports and bulk edits. */
export const refusalTexts = {
  not_found: () => unknownListing,
  not_allowed: () => 'Only the seller can change this listing.',
  not_signed_in: () => 'Sign in to continue.',
  removed: () => removedSentence,
  suspended: () => suspendedSentence,
  email_unverified: () => unverifiedSentence,
  limited: ({ until }: { until: string }) => limitedSentence('list', new Date(until)),
  trader_data_missing: ({ missing }: { missing: Parameters<typeof missingDataSentence>[0] }) =>
    missingDataSentence(missing),
  debt_overdue: () => debtSentence,
  too_many_drafts: () => listingQuotas.draftsAtOnce.sentence,
  tier_limit: (limit: { tier: Tier; most: number }) => tierLimitSentence(limit),
  new_seller_limit: (step: { below: number; value: number; buyers: number }) => newSellerSentence(step),
  wrong_state: (refused: { state: ListingState; verb: ListingVerb }) => wrongStateSentence(refused),
  frozen: ({ listingStatus }: { listingStatus: ListingStatus }) => frozenSentence(listingStatus),
  time_over: () => timeOverSentence,
  price_changed: ({ price }: { price: Money }) => priceMovedSentence(price),
  below_lowest_offer: (floor: Money) => lowestOfferSentence(floor),
  below_minimum: () => belowMinimumSentence,
  above_maximum: () => aboveMaximumSentence,
  photo_required: ({ currency }: { currency: Currency }) => photoSentence(currency),
  description_too_long: (limit: { tier: Tier; most: number }) => descriptionSentence(limit),
  card_unknown: () => unknownCardSentence,
  invalid: ({ field }: { field: string }) => invalidTexts[field.split('.')[0] ?? ''] ?? invalidText,
  other: () => 'The listing couldn’t be saved. Check its values and try again.',
} as const;
export type StoredRefusal = Coded<typeof refusalTexts>;

const invalidText = 'A value of the listing isn’t allowed. Check its values.';
const invalidTexts: Readonly<Record<string, string>> = {
  price: 'The price isn’t allowed. Enter an amount from 0.01 to 1,000,000.00.',
  cost: 'The cost isn’t allowed. Enter an amount up to 1,000,000.00.',
  shipping: 'A shipping method isn’t allowed. Check its name and price.',
  grading: 'The grade isn’t allowed. Enter the grade on the label.',
  quantity: `The quantity isn’t allowed. Enter a number from 1 to ${listingLimits.maxQuantity}.`,
  description: 'The description has characters that can’t be shown. Remove them.',
  privateNote: 'The private note has characters that can’t be shown. Remove them.',
  sku: 'The SKU has characters that can’t be shown. Remove them.',
  place: 'The storage location has characters that can’t be shown. Remove them.',
};

/** A refusal as a row stores it; `refusalTexts` makes the sentence again. */
export function storedRefusal({ code, coded, details, errors }: Refusal): StoredRefusal {
  if (coded) return coded as StoredRefusal;
  if (code === 'invalid') return { code, params: { field: Object.keys(errors ?? {})[0] ?? '' } };
  if (code === 'limited' || code === 'trader_data_missing' || code === 'frozen' || code === 'price_changed')
    return { code, params: details } as StoredRefusal;
  return Object.hasOwn(refusalTexts, code) ? ({ code } as StoredRefusal) : { code: 'other' };
}

export const refusalText = ({ code, params }: StoredRefusal): string =>
  textOf(refusalTexts, code, params ?? null) ?? code;
