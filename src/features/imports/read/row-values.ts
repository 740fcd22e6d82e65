import { type Language, parseLanguage } from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { ownValue } from '#kernel/own-value.ts';
import type { Note, TextField } from '../model/note.texts.ts';

/** A value, a note for the seller, or why it is rejected. */
export type Read<T> = { value: T; note?: Note } | { error: Note };

export const maxQuantity = 999;
/** The longest description on any tier. */
const maxDescription = 5_000;

/** A description without invisible characters; cut to the length of a listing's. */
export const readDescription = (cell: string) => readText(cell, maxDescription, 'description');

/** Free text of at most `most` characters; line breaks stay, other control characters are removed. */
export function readText(cell: string, most: number, field: TextField): Read<string | null> {
  const text = cell.replace(/[^\P{C}\n]/gu, '').trim();
  if (text.length <= most) return { value: text === '' ? null : text };
  return { value: firstOf(text, most), note: { code: 'text_cut', params: { field, most } } };
}

export function readQuantity(cell: string): Read<number> {
  const said = cell.trim();
  const loose = /^(?:x\s?([0-9]+)|([0-9]+)\s?x|([0-9]{1,3}(?:,[0-9]{3})+))$/i.exec(said);
  const digits = loose ? (loose[1] ?? loose[2] ?? loose[3] ?? '').replaceAll(',', '') : said;
  if (!/^[0-9]+$/.test(digits))
    return {
      error:
        said === '' ? { code: 'quantity_missing' } : { code: 'quantity_not_whole', params: { value: shortened(said) } },
    };
  const quantity = Number(digits);
  if (quantity === 0) return { value: 0, note: { code: 'quantity_zero' } };
  if (quantity > 10 * maxQuantity)
    return { error: { code: 'quantity_too_large', params: { value: shortened(digits), most: maxQuantity } } };
  if (quantity > maxQuantity)
    return {
      value: maxQuantity,
      note: { code: 'quantity_cut', params: { count: quantity, most: maxQuantity } },
    };
  return loose
    ? { value: quantity, note: { code: 'quantity_read', params: { value: shortened(said), count: quantity } } }
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
  return language ? { value: language } : { error: { code: 'language_unknown', params: { value: shortened(said) } } };
}

/**
 * The language that words in brackets name, such as `German`; null for other words, and for codes, which may be those
 * of sets.
 */
export const languageInWords = (text: string): string | null => (/^\p{L}{4,}/u.test(text) ? parseLanguage(text) : null);

/** Words of a file for a note: cut, and without characters that change the direction of text. */
export function shortened(text: string): string {
  const clean = text.replace(/\p{C}/gu, '');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}
