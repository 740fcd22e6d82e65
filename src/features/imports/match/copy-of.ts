import type { Printing } from '#features/catalogue/index.server.ts';
import { type Edition, isPlainFinish } from '#features/catalogue/words.ts';

/**
 * The start of the note for a row whose file has no finish. It is unique, also among the notes of older releases, which
 * used one text for a foil of several kinds.
 */
export const missingFinishNote = 'Finish: the file says nothing of it, and this printing has';

/**
 * The catalogue's finish for a file's word: `normal`, `foil` for any kind of foil, or one kind by name. A finish that
 * the printing does not have is never replaced by another; without a word only a printing with one finish is sure.
 */
export function finishOf(
  card: Pick<Printing, 'finishes'> | null,
  said: string | undefined,
): { finish: string | null; notes: string[] } {
  const own = card?.finishes ?? [];
  // Some games have no finishes in the catalogue; a named kind is stored as it is.
  if (own.length === 0)
    return { finish: said === undefined || said === 'normal' || said === 'foil' ? null : said, notes: [] };
  const fitting = own.filter((finish) =>
    said === undefined
      ? true
      : said === 'normal'
        ? isPlainFinish(finish)
        : said === 'foil'
          ? !isPlainFinish(finish) && finish !== 'reverse'
          : finish === said,
  );
  const [only] = fitting;
  if (fitting.length === 1 && only) return { finish: only, notes: [] };
  if (fitting.length === 0)
    return { finish: null, notes: ['Finish: this printing does not exist in it; choose another.'] };
  return {
    finish: null,
    notes: [
      said === undefined
        ? `${missingFinishNote} ${fitting.length}; choose one.`
        : `Finish: the file does not say which foil of ${fitting.length}; choose it.`,
    ],
  };
}

/**
 * For the seller's answer about a whole file: only where the printing has exactly one finish of that kind. Reverse
 * counts as foil here, since the answer does not distinguish them.
 */
export function onlyFinishOf(card: Pick<Printing, 'finishes'> | undefined, said: 'normal' | 'foil'): string | null {
  const [only, ...others] = card?.finishes.filter((finish) => isPlainFinish(finish) === (said === 'normal')) ?? [];
  return others.length === 0 ? (only ?? null) : null;
}

/** A note where the catalogue does not know the edition that a file names; null for none. */
export function noteOfEdition(
  { variants }: Pick<Printing, 'variants'>,
  edition: Edition | null,
  isLimited: boolean,
): string[] {
  const has = (word: string) => variants.some((variant) => variant.split(/[:+]/).includes(word));
  if (isLimited && !(has('limited') && variants.length === 1))
    return ['Edition: the file says limited edition, which a listing can’t say; look at the copy.'];
  if (edition === 'first' && !variants.some((variant) => variant.includes('1st')))
    return [unknownEdition('first edition')];
  if (edition === 'shadowless' && !has('shadowless')) return [unknownEdition('shadowless print')];
  const isFirstOnly = variants.length > 0 && variants.every((variant) => variant.includes('1st-edition'));
  return edition === 'unlimited' && isFirstOnly ? [unknownEdition('unlimited edition')] : [];
}

const unknownEdition = (name: string) => `Edition: the catalogue knows no ${name} of this printing.`;
