import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '#platform/program.ts';

/** A part of a font that has some scripts; its file as the package ships it. */
export interface FontPart {
  name: string;
  file: string;
}

interface Family {
  parts: { part: FontPart; ranges: [from: number, to: number][] }[];
}

/** The product's own letters first, then those of others: the first that has a character draws it. */
const families = [
  'inter',
  'noto-sans-jp',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
] as const;
/** The lists of the packages claim single characters of other scripts that their files do not have. */
const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Common}]/u;
const draws = {
  inter: /./su,
  'noto-sans-jp': eastAsian,
  'noto-sans-sc': eastAsian,
  'noto-sans-kr': /\p{scx=Hangul}/u,
  'noto-sans-arabic': /\p{scx=Arabic}/u,
  'noto-sans-hebrew': /\p{scx=Hebrew}/u,
  // The sign of the baht is of no script.
  'noto-sans-thai': /[\p{scx=Thai}฿]/u,
} as const;
const known = new Map<string, Family>();

/** The part that draws this character; null where none does. */
export function partFor(char: string): FontPart | null {
  const code = char.codePointAt(0) ?? 0;
  for (const name of families) {
    if (!draws[name].test(char)) continue;
    const found = familyOf(name).parts.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
    if (found) return found.part;
  }
  return null;
}

/** Read once: the packages say themselves which of their files has which characters. */
function familyOf(name: string): Family {
  const found = known.get(name);
  if (found) return found;
  const folder = join(rootFolder, 'node_modules/@fontsource-variable', name);
  const listed: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  // The widest used first: a letter with an accent stands in several, and one run of text is better than three.
  // And a script before what is added to it, which claims letters, the Ukrainian ґ among them, that only the script's
  // own file has.
  const order = (key: string) => ['latin', 'latin-ext', 'cyrillic', 'greek'].indexOf(key) + 1 || 9;
  const family: Family = {
    parts: Object.entries(listed)
      .sort(([a], [b]) => order(a) - order(b))
      .map(([key, ranges]) => {
        const slice = key.replace(/[[\]]/g, '');
        return {
          part: { name: `${name} ${slice}`, file: join(folder, 'files', `${name}-${slice}-wght-normal.woff2`) },
          ranges: rangesOf(ranges),
        };
      }),
  };
  known.set(name, family);
  return family;
}

function rangesOf(listed: string): [number, number][] {
  return listed.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}
