import type { Edition } from '#features/catalogue/words.ts';
import { yesOrNo } from './flags.ts';

const patterns: Readonly<Record<Edition | 'limited', RegExp>> = {
  first: /\b(1st|first)[\s-]?(edition|ed)?\b\.?|\b1e\b|\b1ed\b/i,
  shadowless: /\bshadowless\b/i,
  unlimited: /\bunlimited( edition)?\b|\bunl\b\.?/i,
  limited: /\blimited( edition)?\b/i,
};
const readable = Object.entries(patterns) as [Edition | 'limited', RegExp][];

export interface EditionSaid {
  edition: Edition | null;
  /** Yu-Gi-Oh! products that were printed once; no edition of a listing. */
  isLimited: boolean;
  /** The rest of the text without the words of the edition. */
  rest: string;
}

/**
 * Removes the words of an edition from a text: `1st Edition Holofoil` → first, and `Holofoil`. First editions of a
 * shadowless set are first editions.
 */
export function takeEdition(text: string): EditionSaid {
  let rest = text;
  const found: (Edition | 'limited')[] = [];
  for (const [edition, pattern] of readable) {
    if (!pattern.test(rest)) continue;
    found.push(edition);
    rest = rest.replace(pattern, ' ');
  }
  const edition = found.find((one) => one !== 'limited') ?? null;
  return { edition, isLimited: found.includes('limited'), rest: rest.replace(/\s+/g, ' ').trim() };
}

/** Reads an edition column: in words, or a yes in a column for the first edition. */
export function readEditionCell(cell: string): EditionSaid {
  const flag = yesOrNo(cell);
  return flag === null ? takeEdition(cell) : { edition: flag ? 'first' : null, isLimited: false, rest: '' };
}
