import { plural } from '#kernel/format.ts';
import type { ImportStatus } from '../model/import.process.ts';

export const statusWords: Record<ImportStatus, string> = {
  preview: 'Preview',
  committing: 'Importing…',
  committed: 'Imported',
  undoing: 'Undoing…',
  undone: 'Undone',
};

/** The fields of a row's form. */
export const rowFields: readonly string[] = ['catalogueCardId', 'quantity', 'price', 'condition', 'finish', 'language'];

/** The fields of the form that imports the rows, as their errors name them. */
export const commitFields: readonly string[] = ['price', 'shippingPrice', 'shipping.name', 'shipping.price'];

/** The errors of a form by field, and what was typed. */
export interface RowAnswer {
  errors: Record<string, string>;
  values: Record<string, string>;
}

/** The result of listing these rows, in sentences. */
export function outcomeOf(forSale: number, needPhoto: number): string[] {
  const active = plural(forSale, { one: '# listing can be active.', other: '# listings can be active.' });
  const drafts = plural(needPhoto, {
    one: '# listing will be a draft until you add a photo.',
    other: '# listings will be drafts until you add photos.',
  });
  if (needPhoto === 0) return [active];
  return forSale === 0 ? [drafts] : [active, drafts];
}

export const draftsOf = (n: number) => plural(n, { one: '# draft needs a photo', other: '# drafts need a photo' });
