import { plainLetters } from '#features/catalogue/words.ts';
import { ownValue } from '#kernel/own-value.ts';

/**
 * `Lim-Dûl's Vault` → `limdulsvault`, `Æther Vial` → `aethervial`: the key by which spellings of a name are compared.
 */
export function nameKey(text: string): string {
  return plainLetters(text)
    .replace(/&/g, 'and')
    .replace(/δ/g, 'delta')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a set's name, without the additions of services. */
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

/** The keys of a name: itself, without brackets or a number behind a dash, and each half of a split card. */
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

/** The words in brackets that a service adds to a name: `Sol Ring (Extended Art)` → `Extended Art`. */
export function addedToName(name: string): string[] {
  return [...name.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]/g)]
    .map(([, round, square]) => (round ?? square ?? '').trim())
    .filter(Boolean);
}

/** `004/102` → `4`, `LOB-001` → `LOB1`, `SV034` → `SV34`; a symbol that is a number stays. */
export function numberKey(number: string): string {
  const own = number.trim().split('/')[0]?.trim().toUpperCase() ?? '';
  if (/^\d+$/.test(own)) return String(Number(own));
  const key = own.replace(/[^A-Z0-9]/g, '').replace(/^([A-Z]+)0+(?=\d)/, '$1');
  return key === '' ? (/^(%3F|[?!])$/i.exec(own)?.[0] ?? '') : key === '3F' && own.startsWith('%') ? '?' : key;
}

/** The digits of a number without leading letters: `U8` → `8`; empty without such letters. */
export const bareDigits = (key: string) => /^[A-Z]+0*(\d+)$/.exec(key)?.[1] ?? '';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Numbers that a spreadsheet may have turned into `Oct-64` or `12-Apr`: `10/64`, `4/12`, the likeliest first; empty for
 * no date.
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

/** Whether two keys differ by at most a letter or two that are missing, added or wrong. */
export function isNearly(a: string, b: string, most = Math.min(a.length, b.length) < 6 ? 1 : 2): boolean {
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
