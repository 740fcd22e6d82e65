import { type CardReading, numbersIn } from './reading.rules.ts';

/** What a printing is told apart by. */
export interface Printing {
  id: string;
  name: string;
  number: string | null;
  printedTotal: number | null;
  setAbbr: string | null;
  setCode: string | null;
}

/** Below this a name was not read, and what the catalogue answered is a guess. */
const leastName = 0.6;

/** The printings that the reading fits best, at most three, the likeliest first; none where the name fits none of them. Among equals the catalogue's order stays. */
export function likeliest<P extends Printing>(reading: CardReading, printings: readonly P[]): P[] {
  const scored = printings.map((printing) => ({ printing, score: scoreOf(reading, printing) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ printing }) => printing);
}

/** How well a printing fits: its name above all, its number, and the total and set beside it. Nought where the name doesn't fit. */
export function scoreOf(reading: CardReading, { name, number, printedTotal, setAbbr }: Printing): number {
  const lines = [...reading.title, ...reading.middle, ...reading.foot];
  const likeness = Math.max(0, ...lines.map((line) => within(plain(name), plain(line))));
  const read = numbersIn(lines);
  const same = number === null ? undefined : read.find((one) => plainNumber(one.number) === plainNumber(number));
  if (likeness < leastName) return 0;
  const totalFits = same?.total && printedTotal !== null ? (Number(same.total) === printedTotal ? 1 : -0.5) : 0;
  const setFits = setAbbr && lines.some((line) => line.split(/[^A-Za-z0-9]+/).includes(setAbbr)) ? 0.5 : 0;
  // A longer name that fits says more than a short one inside it: "Charizard VMAX" and "Charizard".
  return 3 * likeness + Math.min(plain(name).length, 30) / 60 + (same ? 2 + totalFits : 0) + setFits;
}

/** What share of a name stands somewhere in a line, letter by letter: 1 for all of it, less for each letter that was read wrong. */
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
/** `004` and `4` are the same number. */
const plainNumber = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9-]/g, '')
    .replace(/(^|\D)0+(?=\d)/g, '$1');
