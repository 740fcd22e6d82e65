import { letterSpellings } from '../letters.ts';

/**
 * How text becomes search words. One way for the catalogue, for listings and for queries, so that what is stored and what is asked always agree:
 * lower case, no accents, no apostrophes (`Blaine's` is `blaines`), signs that are part of a name in words (`★` is `star`), digits without leading zeros.
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

/** Lower-case ASCII with everything else turned to spaces, but for the signs that hold numbers together: `/ - . #`. */
export function foldText(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(signPattern, (sign) => signs[sign] ?? ' ');
  return plain.replace(/['’‘ʼ`´]/g, '').replace(/[^a-z0-9/.#-]+/g, ' ');
}

/** The words of a name. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(plainNumber);
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

/** All words under which a listing with these texts can be found: the words, numbers written together and their bare digits. */
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
