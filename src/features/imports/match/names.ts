/** `Lim-Dûl's Vault` → `limdulsvault`: how two spellings of one name are held against each other. */
export function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a set's name; what services put around it does not count. */
export function nameWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !setNoise.has(word));
}

const setNoise = new Set(['the', 'and', 'of', 'tcg', 'edition', 'set']);

/** What a name may stand for: itself, without what stands in brackets or behind a dash as a number, and its first half. */
export function nameKeys(name: string): Set<string> {
  const plain = name.replace(/\s+-\s+[A-Z0-9]*\d+(\/\d+)?\s*$/i, '').replace(/\s*\([^)]*\)\s*$/, '');
  return new Set([name, plain, plain.split(' // ')[0] ?? plain].map(nameKey).filter((key) => key !== ''));
}

/** `004/102` → `4`, `LOB-001` → `LOB001`. */
export function numberKey(number: string): string {
  const own = number.trim().split('/')[0]?.toUpperCase() ?? '';
  return /^\d+$/.test(own) ? String(Number(own)) : own.replace(/[^A-Z0-9]/g, '');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `Oct-64`, which a spreadsheet made of `10/64`; null for what is no date. */
export function numberOfDate(cell: string): string | null {
  const [, month, rest] = /^([A-Z][a-z]{2})-(\d{2,3})$/.exec(cell.trim()) ?? [];
  const at = months.indexOf((month ?? '').toLowerCase());
  return at === -1 || rest === undefined ? null : `${at + 1}/${rest}`;
}

/** Whether one is the other but for a letter or two that were left out, added or mistyped. */
export function isNearly(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) < 6 ? 1 : 2;
  if (Math.abs(a.length - b.length) > most) return false;
  let before = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++)
      now[j] = Math.min((before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    before = now;
  }
  return (before[b.length] ?? 9) <= most;
}
