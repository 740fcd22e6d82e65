import { formatNumber } from '#kernel/format.ts';
import type { Bulk } from '../contract.ts';
import type { RowState } from '../model/bulk.process.ts';

export const listingsOf = (n: number) => `${formatNumber(n)} ${n === 1 ? 'listing' : 'listings'}`;

export const statusWords: Record<Bulk['status'], string> = {
  preview: 'Not made yet',
  committing: 'Being made',
  committed: 'Made',
  undoing: 'Being taken back',
  undone: 'Taken back',
};

/** The state of a listing, in words. */
export const rowWords: Record<RowState, string> = {
  will: 'Will change',
  stays: 'Stays as it is',
  refused: 'Can’t change',
  done: 'Changed',
  failed: 'Not changed',
  undone: 'Taken back',
  kept: 'Stays changed',
};

/** The choices of the form, as `way what`. */
export const choices = [
  { name: 'lower percent', label: 'Lower prices by percent' },
  { name: 'raise percent', label: 'Raise prices by percent' },
  { name: 'lower amount', label: 'Lower prices by an amount' },
  { name: 'raise amount', label: 'Raise prices by an amount' },
  { name: 'lower market', label: 'Follow the market, so many percent under it' },
  { name: 'raise market', label: 'Follow the market, so many percent above it' },
  { name: 'pause', label: 'Pause' },
  { name: 'resume', label: 'Resume' },
  { name: 'renew', label: 'Renew' },
] as const;
