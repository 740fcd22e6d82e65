import { type Language, parseLanguage } from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { formatNumber } from '#kernel/format.ts';
import { ownValue } from '#kernel/own-value.ts';

/** A value, a note for the seller, or why it is rejected. */
export type Read<T> = { value: T; note?: string } | { error: string };

export const maxQuantity = 999;
/** The longest description on any tier. */
const maxDescription = 5_000;

/** A description without invisible characters; cut to the length of a listing's. */
export const readDescription = (cell: string) => readText(cell, maxDescription);

/** Free text of at most `most` characters; line breaks stay, other control characters are removed. */
export function readText(cell: string, most: number): Read<string | null> {
  const text = cell.replace(/[^\P{C}\n]/gu, '').trim();
  if (text.length <= most) return { value: text === '' ? null : text };
  return { value: firstOf(text, most), note: `It is longer than ${formatNumber(most)} characters and was cut.` };
}

export function readQuantity(cell: string): Read<number> {
  const said = cell.trim();
  const loose = /^(?:x\s?([0-9]+)|([0-9]+)\s?x|([0-9]{1,3}(?:,[0-9]{3})+))$/i.exec(said);
  const digits = loose ? (loose[1] ?? loose[2] ?? loose[3] ?? '').replaceAll(',', '') : said;
  if (!/^[0-9]+$/.test(digits))
    return {
      error: said === '' ? 'There is no quantity.' : `The quantity "${shortened(said)}" is not a whole number.`,
    };
  const quantity = Number(digits);
  if (quantity === 0) return { value: 0, note: 'The quantity is 0, so there is nothing to list.' };
  if (quantity > 10 * maxQuantity)
    return { error: `The quantity ${digits} is more than anybody has; the most is ${maxQuantity}.` };
  if (quantity > maxQuantity)
    return {
      value: maxQuantity,
      note: `A listing holds at most ${maxQuantity} copies, so ${maxQuantity} of ${quantity} are taken.`,
    };
  return loose
    ? { value: quantity, note: `The quantity "${shortened(said)}" was read as ${quantity}.` }
    : { value: quantity };
}

/** Cardmarket's numbers of languages. */
export const numberedLanguages: Readonly<Record<string, Language>> = {
  1: 'en',
  2: 'fr',
  3: 'de',
  4: 'es',
  5: 'it',
  6: 'zh',
  7: 'ja',
  8: 'pt',
  9: 'ru',
  10: 'ko',
  11: 'zh-hant',
};

export function readLanguage(cell: string): Read<string> {
  const said = cell.trim();
  if (said === '') return { value: 'en' };
  const language = ownValue(numberedLanguages, said) ?? parseLanguage(said);
  return language ? { value: language } : { error: `"${shortened(said)}" is not a language that this market knows.` };
}

/**
 * The language that words in brackets name, such as `German`; null for other words, and for codes, which may be those
 * of sets.
 */
export const languageInWords = (text: string): string | null => (/^\p{L}{4,}/u.test(text) ? parseLanguage(text) : null);

/** Words of a file within a message: cut, and without characters that change the direction of text. */
export function shortened(text: string): string {
  const clean = text.replace(/\p{C}/gu, '');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}
