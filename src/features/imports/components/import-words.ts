import { formatNumber } from '#kernel/format.ts';
import type { ImportStatus } from '../model/import.process.ts';

export const statusWords: Record<ImportStatus, string> = {
  preview: 'not listed yet',
  committing: 'being listed',
  committed: 'listed',
  undoing: 'being taken back',
  undone: 'taken back',
};

/** `3 rows`, `1 row`. */
export const rowsOf = (n: number) => (n === 1 ? '1 row' : `${formatNumber(n)} rows`);

/** An invalid price, as it was typed, and its error message. */
export interface MistypedPrice {
  said: string;
  price: string;
}

/** The result of listing these rows: `5 for sale, 30 drafts need a photo.` */
export function outcomeOf(forSale: number, needPhoto: number): string {
  if (needPhoto === 0) return `${formatNumber(forSale)} for sale.`;
  return `${formatNumber(forSale)} for sale, ${draftsOf(needPhoto)} because of the price.`;
}

const draftsOf = (n: number) => (n === 1 ? '1 draft needs a photo' : `${formatNumber(n)} drafts need a photo`);

/** `5 for sale, 30 drafts need a photo`; `35 listed` where none waits for one. */
export function listedTitle({
  listed,
  forSale,
  needPhoto,
}: {
  listed: number;
  forSale: number;
  needPhoto: number;
}): string {
  if (needPhoto === 0) return `${formatNumber(listed)} listed`;
  return `${formatNumber(forSale)} for sale, ${draftsOf(needPhoto)}`;
}
