import type { ImportStatus } from '../import.process.ts';

export const statusWords: Record<ImportStatus, string> = {
  preview: 'not listed yet',
  committing: 'being listed',
  committed: 'listed',
  undoing: 'being taken back',
  undone: 'taken back',
};

/** `3 rows`, `1 row`. */
export const rowsOf = (n: number) => (n === 1 ? '1 row' : `${n.toLocaleString('en')} rows`);

/** A price that can't be read, as it was typed, and what is said of it. */
export interface MistypedPrice {
  said: string;
  price: string;
}
