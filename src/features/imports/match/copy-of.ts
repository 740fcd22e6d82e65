import type { Printing } from '#features/catalogue/index.server.ts';
import { type Edition, isPlainFinish } from '#features/catalogue/words.ts';
import type { Note } from '../model/note.texts.ts';

/**
 * The catalogue's finish for a file's word: `normal`, `foil` for any kind of foil, or one kind by name. A finish that
 * the printing does not have is never replaced by another; without a word only a printing with one finish is sure.
 */
export function finishOf(
  card: Pick<Printing, 'finishes'> | null,
  said: string | undefined,
): { finish: string | null; notes: Note[] } {
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
  if (fitting.length === 0) return { finish: null, notes: [{ code: 'finish_of_no_printing' }] };
  return {
    finish: null,
    notes: [{ code: said === undefined ? 'finish_unsaid' : 'finish_of_foils', params: { count: fitting.length } }],
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
): Note[] {
  const has = (word: string) => variants.some((variant) => variant.split(/[:+]/).includes(word));
  if (isLimited && !(has('limited') && variants.length === 1)) return [{ code: 'edition_limited' }];
  if (edition === 'first' && !variants.some((variant) => variant.includes('1st'))) return [unknownEdition('first')];
  if (edition === 'shadowless' && !has('shadowless')) return [unknownEdition('shadowless')];
  const isFirstOnly = variants.length > 0 && variants.every((variant) => variant.includes('1st-edition'));
  return edition === 'unlimited' && isFirstOnly ? [unknownEdition('unlimited')] : [];
}

const unknownEdition = (edition: Edition): Note => ({ code: 'edition_of_no_printing', params: { edition } });
