import bidiFactory from 'bidi-js';
import { type FontPart, partFor } from './script-fonts.server.ts';

export interface Run {
  part: FontPart;
  text: string;
}

const bidi = bidiFactory();
/** Their letters are joined and turned round by the font's own rules; what else stands among them is not. */
const turnsItself = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/**
 * Say how letters beside them are joined, and are nothing to be drawn: what stands on both sides is drawn by itself,
 * which comes to the same.
 */
const joiners = /[\u200c\u200d]/;

export type Direction = 'ltr' | 'rtl';

/** The direction of a text, which each of its lines takes, whatever that line begins with. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/**
 * A line in the order in which it is drawn, from left to right, by what one font draws: Arabic and Hebrew are read from
 * right to left, numbers and Latin words in them are not.
 */
export function runsOf(line: string, direction = directionOf(line)): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: (Run & { level: number })[] = [];
  let at = 0;
  let isParted = false;
  for (const char of line) {
    const level = levels[at] ?? 0;
    at += char.length;
    if (joiners.test(char)) {
      isParted = true;
      continue;
    }
    const part = partFor(char);
    const shown = level % 2 === 1 ? turned(char, part) : char;
    const last = runs.at(-1);
    if (last && !isParted && last.level === level && last.part.name === part?.name) last.text += shown;
    else if (part) runs.push({ part, text: shown, level });
    isParted = false;
  }
  return inSight(runs).map(({ part, text, level }) => ({
    part,
    text: level % 2 === 1 && !turnsItself.test(text) ? [...text].reverse().join('') : text,
  }));
}

/**
 * As it is where another part would have to draw the other: a paper has loaded the parts of what was written alone, and
 * some signs have their other in no font.
 */
function turned(char: string, part: FontPart | null): string {
  const other = bidi.getMirroredCharacter(char);
  return other !== null && partFor(other)?.name === part?.name ? other : char;
}

/**
 * Rule L2 of the Unicode bidirectional algorithm: from the highest level down, what lies at it or above is turned
 * round.
 */
function inSight<T extends { level: number }>(logical: readonly T[]): T[] {
  const seen = [...logical];
  for (let level = Math.max(0, ...seen.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < seen.length; from++) {
      if ((seen[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((seen[to]?.level ?? 0) >= level) to++;
      seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = to;
    }
  }
  return seen;
}
