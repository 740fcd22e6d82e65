import type { YesField } from '../model/note.texts.ts';
import { type Read, shortened } from './row-values.ts';

const yes = new Set(['1', 'x', 'y', 'yes', 'true', 't', 'ja', 'oui', 'si', 'sí', '✓', '✔', '☑']);
const no = new Set(['', '0', 'n', 'no', 'false', 'f', 'nein', 'non', 'none', 'null', '-', 'na', 'n/a']);

/** Reads a yes or no cell; null for other words. */
export function yesOrNo(cell: string): boolean | null {
  const said = cell.trim().toLowerCase();
  return yes.has(said) ? true : no.has(said) ? false : null;
}

/**
 * Whether a cell flags a copy as signed, altered and so on: by a yes or by the word itself (`words`). Other words make
 * the row doubtful.
 */
export function readFlag(cell: string, words: RegExp, field: YesField): Read<boolean> {
  const said = yesOrNo(cell) ?? (words.test(cell) ? !/^(not|no|un)\b/i.test(cell.trim()) : null);
  if (said !== null) return { value: said };
  return { value: true, note: { code: 'yes_or_no', params: { field, value: shortened(cell) } } };
}
