import { letterSpellings } from '../../model/letters.ts';

/**
 * Folds text to search words. One function for the catalogue, for listings and for queries, so that stored and searched
 * words agree: lower case, no accents, no apostrophes (`Blaine's` is `blaines`), signs that are part of a name in words
 * (`★` is `star`), ligatures and letters of full or half width as plain ones, katakana as hiragana, digits without
 * leading zeros. Scripts that write without spaces become characters and bigrams, as is usual in search engines:
 * `リザードン` is found in `リザードンex`.
 */
const signs: Record<string, string> = {
  ...letterSpellings,
  '★': ' star ',
  '☆': ' star ',
  '◇': ' prism star ',
  δ: ' delta ',
  α: ' alpha ',
  β: ' beta ',
  γ: ' gamma ',
  ω: ' omega ',
  '♀': ' f ',
  '♂': ' m ',
};
const signPattern = new RegExp(`[${Object.keys(signs).join('')}]`, 'gu');

/** Japanese voicing marks distinguish letters (`か`, `が`); other marks are accents, points and vowel signs. */
const accents = /(?![\u3099\u309a])\p{M}/gu;
/** Apostrophes of any kind, the Hebrew marks used for them, and the Arabic line that only stretches a word. */
const apostrophes = /['’‘ʼ`´\u05f3\u05f4\u0640]/g;
const katakanaToHiragana = 0x60;

/**
 * Lower-case letters and digits of any script, everything else turned to spaces, but for `/ - . #`, which join numbers.
 */
export function foldText(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : foldLetters(text);
  return plain.replace(apostrophes, '').replace(/[^\p{L}\p{N}/.#-]+/gu, ' ');
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(signPattern, (sign) => signs[sign] ?? ' ')
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - katakanaToHiragana));
}

/** The words of a name. */
export function wordsOf(text: string): string[] {
  return runsOf(text).flatMap((run) => (isUnspaced(run) ? charactersAndPairs(run) : [plainNumber(run)]));
}

/**
 * The words of a query that are searched in names: of scripts without spaces the bigrams alone, which imply each
 * character's position.
 */
export function queryWords(text: string): string[] {
  return runsOf(text).flatMap((run) => (isUnspaced(run) && [...run].length > 1 ? pairsOf(run) : [plainNumber(run)]));
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/u;
const isUnspaced = (run: string) => unspaced.test(run);

/** Letters and digits in a row, split where a script that writes without spaces meets another one. */
function runsOf(text: string): string[] {
  const runs = foldText(text).split(/[^\p{L}\p{N}]+/u);
  return runs
    .flatMap((run) => (/^[a-z0-9]*$/.test(run) ? run : run.split(new RegExp(`(${unspaced.source})`, 'u'))))
    .filter(Boolean);
}

function charactersAndPairs(run: string): string[] {
  return [...run, ...pairsOf(run)];
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** `007` is `7`; words that are not all digits stay. */
export function plainNumber(word: string): string {
  return word.charCodeAt(0) === 48 && /^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word;
}

/** A collector number as one word: `LOB-001` is `lob001`. */
export function numberKey(number: string): string {
  return foldText(number).replace(/[^a-z0-9]+/g, '');
}

/** The digits at the end of a number (`LOB-001` is 1, `12a` is 12), or -1. */
export function numberDigits(number: string): number {
  const digits = /(\d{1,7})[a-z]*$/i.exec(number)?.[1];
  return digits ? Number(digits) : -1;
}

/**
 * All words under which a listing with these texts can be found: the words, numbers written together and their bare
 * digits.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of wordsOf(text)) words.add(word);
    for (const chunk of text.split(/\s+/)) {
      if (!/\d/.test(chunk) || chunk.includes('/')) continue;
      const key = numberKey(chunk);
      if (!key) continue;
      words.add(plainNumber(key));
      const digits = numberDigits(key);
      if (digits >= 0) words.add(String(digits));
    }
  }
  return [...words];
}
