import bidiFactory from 'bidi-js';
import { type FontPart, partFor } from './script-fonts.server.ts';

export interface Run {
  part: FontPart;
  text: string;
}

const bidi = bidiFactory();
/**
 * The fonts join and reverse the letters of these scripts themselves; other characters among them must be reversed
 * here.
 */
const reversedByFont = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/**
 * Change how neighbours are joined, and are not rendered: the text on both sides is rendered separately, with the same
 * result.
 */
const joiners = /[\u200c\u200d]/;

export type Direction = 'ltr' | 'rtl';

/** The direction of a text and of each of its lines, whatever a line starts with. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/**
 * The runs of a line in visual order, from left to right, each of one font: Arabic and Hebrew are read from right to
 * left, numbers and Latin words in them are not.
 */
export function runsOf(line: string, direction = directionOf(line)): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: (Run & { level: number })[] = [];
  let at = 0;
  let isSplit = false;
  for (const char of line) {
    const level = levels[at] ?? 0;
    at += char.length;
    if (joiners.test(char)) {
      isSplit = true;
      continue;
    }
    const part = partFor(char);
    const visible = level % 2 === 1 ? mirrored(char, part) : char;
    const last = runs.at(-1);
    if (last && !isSplit && last.level === level && last.part.name === part?.name) last.text += visible;
    else if (part) runs.push({ part, text: visible, level });
    isSplit = false;
  }
  return visualOrder(runs).map(({ part, text, level }) => ({
    part,
    text: level % 2 === 1 && !reversedByFont.test(text) ? [...text].reverse().join('') : text,
  }));
}

/**
 * The mirrored bracket, unless another font part has it: a document loads only the parts of its own text, and some
 * brackets have no mirrored glyph in any font.
 */
function mirrored(char: string, part: FontPart | null): string {
  const other = bidi.getMirroredCharacter(char);
  return other !== null && partFor(other)?.name === part?.name ? other : char;
}

/**
 * Rule L2 of the Unicode bidirectional algorithm: from the highest level down, reverses each sequence at that level or
 * above.
 */
function visualOrder<T extends { level: number }>(logical: readonly T[]): T[] {
  const visual = [...logical];
  for (let level = Math.max(0, ...visual.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < visual.length; from++) {
      if ((visual[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((visual[to]?.level ?? 0) >= level) to++;
      visual.splice(from, to - from, ...visual.slice(from, to).reverse());
      from = to;
    }
  }
  return visual;
}
