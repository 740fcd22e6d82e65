import type { Printing } from '#features/catalogue/index.server.ts';
import { isPlainFinish } from '#features/catalogue/words.ts';
import type { Edition } from '../read/editions.ts';

/**
 * How the note begins of a row whose file says nothing of finishes. No other note begins so, nor did one of an older
 * release, whose words were the same for a foil of several sorts.
 */
export const finishUnsaid = 'Finish: the file says nothing of it, and this printing has';

/**
 * The catalogue's finish for what a file says: `normal`, `foil` for any sort of foil, or one sort by name. What the
 * printing does not exist in is never taken for another; where nothing is said, only a printing of one finish is sure.
 */
export function finishOf(
  card: Pick<Printing, 'finishes'> | null,
  said: string | undefined,
): { finish: string | null; notes: string[] } {
  const own = card?.finishes ?? [];
  // The catalogue knows no finishes of some games; a named sort stands as it is said.
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
        ? `${finishUnsaid} ${fitting.length}; choose one.`
        : `Finish: the file does not say which foil of ${fitting.length}; choose it.`,
    ],
  };
}

/**
 * For what the seller says of a whole file: only where one finish of the printing can be meant by it. Reverse is a foil
 * too, which a file with words of its own tells apart and one answer does not.
 */
export function onlyFinishOf(card: Pick<Printing, 'finishes'> | undefined, said: 'normal' | 'foil'): string | null {
  const [only, ...others] = card?.finishes.filter((finish) => isPlainFinish(finish) === (said === 'normal')) ?? [];
  return others.length === 0 ? (only ?? null) : null;
}

/** What the catalogue does not know of the edition that a file says; one sentence or none. */
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
