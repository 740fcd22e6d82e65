import { plainLetters } from '#features/catalogue/words.ts';
import { ownValue } from '#kernel/own-value.ts';

/**
 * `Lim-Dûl's Vault` → `limdulsvault`, `Æther Vial` → `aethervial`: how two spellings of one name are held against each
 * other.
 */
export function nameKey(text: string): string {
  return plainLetters(text)
    .replace(/&/g, 'and')
    .replace(/δ/g, 'delta')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a set's name; what services put around it does not count. */
export function nameWords(text: string): string[] {
  const words = plainLetters(text)
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !setNoise.has(word)).map((word) => ownValue(sameWords, word) ?? word);
}

const sameWords: Readonly<Record<string, string>> = {
  promos: 'promo',
  ...{
    '4th': 'fourth',
    '5th': 'fifth',
    '6th': 'sixth',
    '7th': 'seventh',
    '8th': 'eighth',
    '9th': 'ninth',
    '10th': 'tenth',
  },
};

const setNoise = new Set(['the', 'and', 'of', 'tcg', 'edition', 'set']);

/**
 * What a name may stand for: itself, without what stands in brackets or behind a dash as a number, and each half of a
 * card with two.
 */
export function nameKeys(name: string): Set<string> {
  const plain = name
    .replace(/\s+-\s+[A-Z0-9]*\d+(\/[A-Z]*\d+)?\s*$/i, '')
    .replace(/(\s*(\([^()]*\)|\[[^[\]]*\]))+\s*$/, '')
    .replace(/\s+-\s+[A-Z0-9]*\d+(\/[A-Z]*\d+)?\s*$/i, '');
  const delta = /\(delta species\)/i.test(name) ? [`${plain} delta`] : [];
  const energy = /^basic (.+ energy)$/i.exec(plain)?.slice(1) ?? [];
  const halves = plain.split(/\s*\/{1,2}\s*/).filter((half) => half.length > 1);
  return new Set([name, plain, ...halves, ...delta, ...energy].map(nameKey).filter((key) => key !== ''));
}

/** What a service adds to a name in brackets: `Sol Ring (Extended Art)` → `Extended Art`. */
export function addedToName(name: string): string[] {
  return [...name.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]/g)]
    .map(([, round, square]) => (round ?? square ?? '').trim())
    .filter(Boolean);
}

/** `004/102` → `4`, `LOB-001` → `LOB1`, `SV034` → `SV34`; a sign that is a number stays. */
export function numberKey(number: string): string {
  const own = number.trim().split('/')[0]?.trim().toUpperCase() ?? '';
  if (/^\d+$/.test(own)) return String(Number(own));
  const key = own.replace(/[^A-Z0-9]/g, '').replace(/^([A-Z]+)0+(?=\d)/, '$1');
  return key === '' ? (/^(%3F|[?!])$/i.exec(own)?.[0] ?? '') : key === '3F' && own.startsWith('%') ? '?' : key;
}

/** The digits of a number without the letters in front of them: `U8` → `8`; empty where there are none in front. */
export const bareDigits = (key: string) => /^[A-Z]+0*(\d+)$/.exec(key)?.[1] ?? '';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * `Oct-64` or `12-Apr`, which a spreadsheet made of `10/64` and `4/12`: what it may have been, the likeliest first;
 * empty for what is no date.
 */
export function numbersOfDate(cell: string): string[] {
  const said = cell.trim();
  const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const [, first, behind] = /^([A-Z][a-z]{2,8})[-\s](\d{1,4})$/.exec(said) ?? [];
  if (first && behind && monthOf(first) > 0) return [`${monthOf(first)}/${Number(behind)}`];
  const [, day, name] = /^(\d{1,2})[-\s.]{1,2}([A-Z][a-z]{2,8})(?:[-\s]\d{2,4})?$/.exec(said) ?? [];
  if (day && name && monthOf(name) > 0) return eitherWay(monthOf(name), Number(day));
  const [, a, b] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](?:19|20)\d\d(?:\s+\d+:.*)?$/.exec(said) ??
    /^(?:19|20)\d\d-(\d{1,2})-(\d{1,2})(?:[\sT].*)?$/.exec(said) ??
    [];
  return a && b ? eitherWay(Number(a), Number(b)) : [];
}

const eitherWay = (a: number, b: number) => (a === b ? [`${a}/${b}`] : [`${a}/${b}`, `${b}/${a}`]);

/** Whether one is the other but for a letter or two that were left out, added or mistyped. */
export function isNearly(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) < 6 ? 1 : 2;
  if (Math.abs(a.length - b.length) > most) return false;
  let before = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++)
      now[j] = Math.min(
        (before[j] ?? 0) + 1,
        (now[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    before = now;
  }
  return (before[b.length] ?? 9) <= most;
}
