import { plural } from '#kernel/format.ts';
import type { ImportStatus } from '../model/import.process.ts';

export const statusWords: Record<ImportStatus, string> = {
  preview: 'Preview',
  committing: 'Importing…',
  committed: 'Imported',
  undoing: 'Undoing…',
  undone: 'Undone',
};

/** An invalid price, as it was typed, and its error message. */
export interface MistypedPrice {
  said: string;
  price: string;
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

/** `5 active listings · 30 drafts need a photo`; `35 listings created` where none waits for one. */
export function listedTitle({
  listed,
  forSale,
  needPhoto,
}: {
  listed: number;
  forSale: number;
  needPhoto: number;
}): string {
  if (needPhoto === 0) return plural(listed, { one: '# listing created', other: '# listings created' });
  return `${plural(forSale, { one: '# active listing', other: '# active listings' })} · ${draftsOf(needPhoto)}`;
}
