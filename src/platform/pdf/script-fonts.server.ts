import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '#platform/program.ts';

/** A file of a font package with some scripts. */
export interface FontPart {
  name: string;
  file: string;
}

interface Family {
  parts: { part: FontPart; ranges: [from: number, to: number][] }[];
}

/** In order of preference, the app's own font first: the first with a character renders it. */
const families = [
  'inter',
  'noto-sans-jp',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
] as const;
/** The packages' lists claim single characters of other scripts that their files do not have. */
const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Common}]/u;
const scripts = {
  inter: /./su,
  'noto-sans-jp': eastAsian,
  'noto-sans-sc': eastAsian,
  'noto-sans-kr': /\p{scx=Hangul}/u,
  'noto-sans-arabic': /\p{scx=Arabic}/u,
  'noto-sans-hebrew': /\p{scx=Hebrew}/u,
  // The baht sign belongs to no script.
  'noto-sans-thai': /[\p{scx=Thai}฿]/u,
} as const;
const known = new Map<string, Family>();

/** The font part that renders this character; null for none. */
export function partFor(char: string): FontPart | null {
  const code = char.codePointAt(0) ?? 0;
  for (const name of families) {
    if (!scripts[name].test(char)) continue;
    const found = familyOf(name).parts.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
    if (found) return found.part;
  }
  return null;
}

/** Read once, from the packages' lists of the characters of each file. */
function familyOf(name: string): Family {
  const found = known.get(name);
  if (found) return found;
  const folder = join(rootFolder, 'node_modules/@fontsource-variable', name);
  const listed: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  // The most common parts first: accented letters are in several, and one run of text is better than three. And a
  // script before its extension, which claims letters (the Ukrainian ґ) that only the script's own file has.
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
