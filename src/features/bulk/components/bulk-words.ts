import type { Bulk } from '../contract.ts';
import type { RowState } from '../model/bulk.process.ts';

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

/** The choices of the form, as `way what`. */
export const choices = [
  { name: 'lower percent', label: 'Lower prices by percent' },
  { name: 'raise percent', label: 'Raise prices by percent' },
  { name: 'lower amount', label: 'Lower prices by amount' },
  { name: 'raise amount', label: 'Raise prices by amount' },
  { name: 'lower market', label: 'Set prices below market price' },
  { name: 'raise market', label: 'Set prices above market price' },
  { name: 'pause', label: 'Pause listings' },
  { name: 'resume', label: 'Resume listings' },
  { name: 'renew', label: 'Renew listings' },
] as const;
