/** What was read from the strips of a card, line by line. */
export interface CardReading {
  title: readonly string[];
  foot: readonly string[];
  middle: readonly string[];
}

/** Letters misread as digits, with the digits: folded alike, a misread `O` and `0` are equal. */
const alike: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', '|': '1', Z: '2', S: '5', B: '8' };

/** Letters, digits and number separators, with similar characters folded. */
export function folded(text: string): string {
  return [...text.toUpperCase().replace(/[⁄]/g, '/').replace(/[–—]/g, '-')]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replace(/[^A-Z0-9/-]/g, '');
}

const digit = '[0-9OoQDlI|iZSsB]';
const digitsOf = (text: string) => folded(text);

/** Numbers in the lines, as queries: `4/102`, `LOB-EN001`, `RC21`, and plain ones beside a name. */
export function numbersIn({ title, foot, middle }: CardReading): string[] {
  const found: string[] = [];
  const each = (lines: readonly string[], form: RegExp, number: (...parts: string[]) => string[]) => {
    for (const line of lines)
      for (const [, ...parts] of line.matchAll(form)) found.push(...number(...parts.map((part) => part ?? '')));
  };
  const all = [...foot, ...middle, ...title];
  each(
    all,
    new RegExp(`([A-Z]{0,3})(${digit}{1,3})\\s*[/⁄]\\s*[A-Z]{0,3}(${digit}{2,3})\\b`, 'g'),
    (letters = '', number = '', total = '') => {
      const exact = `${letters.length > 1 ? letters : ''}${digitsOf(number)}`;
      return [`${exact}/${digitsOf(total)}`, exact];
    },
  );
  each(
    all,
    new RegExp(`\\b([A-Z0-9]{2,5})\\s*[-–—]\\s*([A-Z]{0,2})(${digit}{3})\\b`, 'g'),
    (code = '', region = '', number = '') => [`${code}-${region}${digitsOf(number)}`],
  );
  each(foot, /\b([A-Z]{1,4}\d{1,3})\b/g, (number = '') => [number.replace(/^EN(?=[A-Z])/, '')]);
  each(foot, /(?<![\w/-])0*(\d{2,4})(?![\w/-])/g, (number = '') => [number]);
  each(title, /^\W*(?:\p{L}\s)?(\d{1,3})\s+\p{L}{3}/gu, (number = '') => [number]);
  return [...new Set(found)];
}

/** A name has few words; what has more is a rule of the game. */
const mostWords = 6;

/**
 * Lines that may be a name, the likeliest first: without what surrounds names on cards, and without what no word of any
 * language looks like.
 */
export function namesIn(lines: readonly string[]): string[] {
  const names = lines.map((line) =>
    line
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/\b(hp|lv|stage|basic|evolves|from|trainer|supporter|item)\b\.?/gi, ' ')
      .replace(/[^\p{L}'’-]+/gu, ' ')
      .split(/\s+/)
      .filter((word) => /\p{L}{2}/u.test(word))
      .join(' '),
  );
  return [...new Set(names)]
    .filter((name) => soundness(name) >= 3 && name.split(' ').length <= mostWords)
    .sort((a, b) => soundness(b) - soundness(a));
}

/** How many letters of a line are in words of three and more. */
const soundness = (name: string) => (name.match(/[\p{L}'’]{3,}/gu) ?? []).join('').length;

/** The queries to the catalogue, the most exact first. */
export function queriesOf(reading: CardReading): string[] {
  const numbers = numbersIn(reading);
  const names = [...namesIn(reading.title).slice(0, 2), ...namesIn(reading.middle.slice(0, 4)).slice(0, 2)];
  const both = numbers.slice(0, 2).flatMap((number) => names.map((name) => `${name} ${number}`));
  const exact = numbers.filter((number) => /[/-]/.test(number)).slice(0, 1);
  return [...new Set([...both, ...names, ...exact])].slice(0, 10);
}
