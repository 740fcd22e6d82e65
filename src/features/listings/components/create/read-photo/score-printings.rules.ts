import { type CardReading, folded } from './reading.rules.ts';

/** The distinguishing fields of a printing. */
export interface Printing {
  id: string;
  name: string;
  number: string | null;
  printedTotal: number | null;
  setAbbr: string | null;
  setCode: string | null;
  setName: string | null;
}

/** Below these a name, a number, a set's name was not read. Of a number as long as `111/114` one sign may be wrong. */
const [leastName, leastNumber, leastSet] = [0.66, 0.7, 0.8];
/** Shorter names and sets match some line by chance. */
const [shortName, shortSet] = [4, 10];

/**
 * The printings that the reading fits best, at most three, the likeliest first; none where the name fits none of them.
 * Among equals the catalogue's order stays.
 */
export function likeliest<P extends Printing>(reading: CardReading, printings: readonly P[]): P[] {
  const scored = printings.map((printing) => ({ printing, score: scoreOf(reading, printing) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ printing }) => printing);
}

/** Name and number, with its total or set, were both read: there is nothing further to ask. */
export function isSure(reading: CardReading, printing: Printing): boolean {
  return nameFits(reading, printing.name) > 0.95 && numberFits(reading, printing) === 1;
}

/** How well a printing fits: its name above all, then its number, then its set. Nought where the name doesn't fit. */
export function scoreOf(reading: CardReading, printing: Printing): number {
  const name = nameFits(reading, printing.name);
  if (name < leastName) return 0;
  // A longer name that fits says more than a short one inside it: "Charizard VMAX" and "Charizard".
  return (
    3 * name +
    Math.min(plain(printing.name).length, 30) / 60 +
    2 * numberFits(reading, printing) +
    setFits(reading, printing)
  );
}

function nameFits({ title, middle }: CardReading, name: string): number {
  const lines = [...title, ...middle.slice(0, 4)];
  // A name in two lines, and its first part alone where the second was not read.
  const [first = name, second] = name.split(' - ');
  const whole = best(plain(name), [...lines, [...middle].slice(0, 4).join('')]);
  return second ? Math.max(whole, 0.6 * best(plain(first), lines) + 0.4 * best(plain(second), lines)) : whole;
}

function best(name: string, lines: readonly string[]): number {
  if (name.length <= shortName)
    return lines.some((line) => line.split(/[^\p{L}\p{N}]+/u).some((word) => plain(word) === name)) ? 1 : 0;
  return Math.max(0, ...lines.map((line) => within(name, plain(line))));
}

/** 1 for a number that was read with its total or its set, half of it for a bare one. */
function numberFits({ title, foot, middle }: CardReading, { number, printedTotal }: Printing): number {
  if (!number) return 0;
  const bare = number.replace(/^0+(?=\d)/, '');
  const isExact = printedTotal !== null || (number.length >= 4 && /\D/.test(number));
  const forms =
    printedTotal !== null && /^\d+$/.test(bare)
      ? [`${bare}/${printedTotal}`, `${bare.padStart(3, '0')}/${printedTotal}`]
      : [number];
  const lines = [...foot, ...middle, ...title].map(folded);
  const exact = isExact ? Math.max(0, ...forms.flatMap((form) => lines.map((line) => fits(folded(form), line)))) : 0;
  const words = [...foot, ...title]
    .flatMap((line) => line.split(/[^\p{L}\p{N}]+/u))
    .map((word) => folded(word).replace(/^0+(?=\d)/, ''));
  return Math.max(exact >= leastNumber ? exact : 0, words.includes(folded(bare)) ? 0.5 : 0);
}

/** `4/102` does not match in `44/102`. */
function fits(form: string, line: string): number {
  const at = line.indexOf(form);
  if (at >= 0) return /\d/.test(line[at - 1] ?? '') && /^\d/.test(form) && line[at - 1] !== '0' ? 0 : 1;
  return within(form, line) * 0.9;
}

function setFits({ foot }: CardReading, { setAbbr, setCode, setName }: Printing): number {
  const code = plain(setAbbr ?? setCode ?? '');
  const words = foot.flatMap((line) => line.split(/[^A-Za-z0-9]+/)).map((word) => plain(word));
  const isCode = code.length >= 2 && words.some((word) => word === code || word.startsWith(`${code}en`));
  const named = setName !== null && plain(setName).length >= shortSet ? best(plain(setName), foot) : 0;
  return (isCode ? 0.5 : 0) + (named >= leastSet ? named : 0);
}

/** The share of a name that a line has, by edit distance: 1 for all of it, less for each misread letter. */
export function within(name: string, line: string): number {
  if (name.length === 0) return 0;
  let before = new Array<number>(line.length + 1).fill(0);
  for (let row = 1; row <= name.length; row++) {
    const now = [row];
    for (let at = 1; at <= line.length; at++) {
      const swapped = (before[at - 1] ?? 0) + (name[row - 1] === line[at - 1] ? 0 : 1);
      now.push(Math.min(swapped, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1));
    }
    before = now;
  }
  return 1 - Math.min(...before) / name.length;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
