/** What was read from the strips of a card, line by line. */
export interface CardReading {
  title: readonly string[];
  foot: readonly string[];
  middle: readonly string[];
}

/** A collector's number as printed: `4/102`, `LOB-001`, `TG12/TG30`, `0123`. */
export interface PrintedNumber {
  number: string;
  total: string | null;
}

/** What else letters and digits are taken for where digits are printed. */
const alike: Record<string, string> = { O: '0', o: '0', Q: '0', D: '0', l: '1', I: '1', '|': '1', i: '1', Z: '2', S: '5', s: '5', B: '8' };
const asDigits = (text: string) => [...text].map((letter) => alike[letter] ?? letter).join('');
const digit = '[0-9OoQDlI|iZSsB]';

/** Numbers that the lines seem to show, each once. */
export function numbersIn(lines: readonly string[]): PrintedNumber[] {
  const found = new Map<string, PrintedNumber>();
  const keep = (number: string, total: string | null) => found.set(`${number}/${total}`, { number, total });
  for (const line of lines) {
    for (const [, letters = '', number = '', , total = ''] of line.matchAll(
      new RegExp(`\\b([A-Z]{0,3})(${digit}{1,3})\\s*[/⁄]\\s*([A-Z]{0,3})(${digit}{2,3})\\b`, 'g'),
    ))
      keep(`${letters}${asDigits(number)}`, asDigits(total));
    for (const [, code = '', region = '', number = ''] of line.matchAll(
      new RegExp(`\\b([A-Z0-9]{2,5})\\s*[-–—]\\s*([A-Z]{0,2})(${digit}{3})\\b`, 'g'),
    ))
      keep(`${code}-${region}${asDigits(number)}`, null);
    for (const [, number = ''] of line.matchAll(/(?<![\w/-])([A-Z]?\d{3,4})(?![\w/-])/g)) keep(number, null);
  }
  return [...found.values()];
}

/** Lines that may be a name, the likeliest first, without what surrounds names on cards. */
export function namesIn(lines: readonly string[]): string[] {
  const names = lines.map((line) =>
    line
      .replace(/\b(hp|lv|stage|basic|evolves|from|trainer|supporter|item)\b\.?/gi, ' ')
      .replace(/[^\p{L}\p{N}'’,.\- ]+/gu, ' ')
      .split(/\s+/)
      .filter((word) => /\p{L}{2}/u.test(word))
      .join(' '),
  );
  return [...new Set(names)].filter((name) => name.replaceAll(' ', '').length >= 3).sort((a, b) => lettersOf(b) - lettersOf(a));
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '').length;

/** What the catalogue is asked for, the most exact first. */
export function queriesOf(reading: CardReading): string[] {
  const numbers = numbersIn([...reading.foot, ...reading.middle, ...reading.title]);
  const names = [...namesIn(reading.title).slice(0, 2), ...namesIn(reading.middle).slice(0, 1)];
  const queries: string[] = [];
  for (const name of names) {
    for (const { number, total } of numbers.slice(0, 2)) queries.push(`${name} ${total ? `${number}/${total}` : number}`);
    queries.push(name);
  }
  if (names.length === 0)
    for (const { number, total } of numbers) if (total || number.includes('-')) queries.push(total ? `${number}/${total}` : number);
  return [...new Set(queries)].slice(0, 6);
}
