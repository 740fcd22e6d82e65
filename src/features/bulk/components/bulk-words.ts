import type { Bulk } from '../contract.ts';
import type { RowState } from '../model/bulk.process.ts';
import type { Rounding } from '../model/rounding.ts';

export const statusWords: Record<Bulk['status'], string> = {
  preview: 'Preview',
  committing: 'Changing…',
  committed: 'Changed',
  undoing: 'Undoing…',
  undone: 'Undone',
};

/** The state of a listing, in words. */
export const rowWords: Record<RowState, string> = {
  will: 'Will change',
  stays: 'No change needed',
  refused: 'Can’t change',
  done: 'Changed',
  failed: 'Not changed',
  undone: 'Undone',
  kept: 'Not undone',
};

/** The changes of prices, as `way what`. */
export const priceChoices = [
  { name: 'lower percent', label: 'Lower prices by percent' },
  { name: 'raise percent', label: 'Raise prices by percent' },
  { name: 'lower amount', label: 'Lower prices by amount' },
  { name: 'raise amount', label: 'Raise prices by amount' },
  { name: 'lower market', label: 'Set prices below market price' },
  { name: 'raise market', label: 'Set prices above market price' },
  { name: 'set price', label: 'Set an exact price' },
  { name: 'match lowest', label: 'Match the lowest price for sale' },
] as const;

/** The choices of the form. */
export const choices = [
  ...priceChoices,
  { name: 'pause', label: 'Pause listings' },
  { name: 'resume', label: 'Resume listings' },
  { name: 'renew', label: 'Renew listings' },
] as const;

export type PriceBy = 'percent' | 'amount' | 'market' | 'price' | 'lowest';

/** What a choice changes prices by; null for the other choices. */
export function priceBy(choice: string): PriceBy | null {
  const [, by] = choice.split(' ');
  return by === undefined ? null : (by as PriceBy);
}

/** The roundings of the form. */
export const roundingWords: Record<Rounding, string> = {
  ends_in_9: 'Prices end in 9, for example 4.19',
  ends_in_5: 'Prices end in 5, for example 4.15',
  whole: 'Prices end in 00, for example 4.00',
};
