import { firstOf } from '#kernel/first-of.ts';
import type { Decoded } from './decode.ts';
import type { Columns } from './formats.ts';
import { type Table, UnreadableFile } from './read-table.ts';

/** The cells of a plain line. A bracket may be a set’s code or its name, and is stored as both. */
export const plainColumns: Columns = { quantity: 0, name: 1, setCode: 2, setName: 3, number: 4, finish: 5 };

/** `2`, `2x`, `x2`, `(2)`, `SB: 2` before a name; the Pokémon games put an asterisk before it. */
const counted = /^(?:[*•-]\s+)?(?:SB:\s*)?(?:(\d{1,6})(?:\s*x)?|x\s?(\d{1,6})|[([](\d{1,6})x?[)\]])\s+(?=\S)/i;
/** `x2`, `(2)` or `, 2` behind it. */
const countedBehind = /(?:\s+x\s?(\d{1,4})|\s+\(x?(\d{1,3})x?\)|\s*,\s*x?(\d{1,4})x?|\s+(\d{1,4})x)$/i;
const heading =
  /^(?:\/\/|#|\*{2,}|={2,}|(?:about|deck|main ?deck|main ?board|side ?board|maybe ?board|commander|companion|considering|tokens|wants?|want ?list|wish ?list)\s*:?\s*$|total cards\b|[\p{L} ]+\s*(?:(?::|\s-)\s*\d+|\(\d+\))\s*$)/iu;

/**
 * Whether a text is a plain list of cards line by line, as members write it and deck services export it, and no table.
 */
export function isPlainList(text: string): boolean {
  const first = linesOf(text).find(({ said }) => !isHeading(said))?.said;
  if (first === undefined) return false;
  return counted.test(first) || (!/[\t;|]|^"?sep=|,.*,/.test(first) && !isHeaderWord(first));
}

/** A frame line of a list, and no card: `Trainer: 5`, `##Energy - 6`, `Total Cards: 60`. */
const isHeading = (line: string) => heading.test(line) && !counted.test(line);

/** A table of one column starts with the name of that column. */
const isHeaderWord = (line: string) => /^"?(name|card|card name|count|quantity|qty|amount)"?(,|$)/i.test(line);

/** Converts a plain list into a table, without headings and comments. */
export function plainTable({ text, notes }: Decoded): Table {
  const lines = linesOf(text);
  const long = lines.find(({ isCut }) => isCut);
  if (long)
    throw new UnreadableFile(
      `Line ${long.line} has more than ${longestLine} characters. Put each card on its own line, like “2 Sol Ring (C21) 263”.`,
    );
  const named = lines.filter(({ said }) => !isHeading(said));
  const left = lines.length - named.length;
  return {
    header: ['Quantity', 'Name', 'Set code', 'Set', 'Number', 'Finish'],
    rows: named.map(({ said, line }, index) => ({ row: index + 1, line, cells: cellsOfLine(said) })),
    notes: left === 0 ? notes : [...notes, { code: 'comments', params: { count: left } }],
  };
}

/** No card has a longer line; the patterns of a line read parts of it repeatedly. */
const longestLine = 300;

function linesOf(text: string): { said: string; line: number; isCut: boolean }[] {
  const lines = text.split(/\r\n|\r|\n/).map((written, index) => {
    const said = written.replace(/\s+/g, ' ').trim();
    return { said: firstOf(said, longestLine), line: index + 1, isCut: said.length > longestLine };
  });
  return lines.filter(({ said }) => said !== '');
}

const number = String.raw`(?:#\s?)?([A-Za-z0-9\u2605\u2020?!-]{1,12}(?:\/[A-Za-z0-9]{1,8})?)`;
/** The parts of a line beside its copies: name, set and number. */
const shapes = [
  // `[M11] Lightning Bolt`: MTGGoldfish and others put the set first.
  { shape: /^\[([^[\]]{1,80})\]\s+(.+)$/, parts: ([, set = '', name = '']) => [name, set, ''] },
  // `Lightning Bolt <m11>`, `Lightning Bolt <149> [M11]`: MTGGoldfish has the number or the treatment in angle
  // brackets.
  {
    shape: /^(.+?)\s+<([^<>]{1,40})>\s+\[([^[\]]{1,80})\]$/,
    parts: ([, name = '', said = '', set = '']) => [name, set, /\d/.test(said) ? said : ''],
  },
  { shape: /^(.+?)\s+<([^<>]{1,80})>$/, parts: ([, name = '', set = '']) => [name, set, ''] },
  // `Sol Ring (C21) 263`, `Sol Ring [C21] 263`; a bracket behind them is the category of a deck.
  {
    shape: new RegExp(String.raw`^(.+?)\s+\(([^()]{1,80})\)(?:\s+${number})?(?:\s+\[[^\]]*\])?$`),
    parts: ([, name = '', set = '', no = '']) => [name, set, no],
  },
  {
    shape: new RegExp(String.raw`^(.+?)\s+\[([^[\]]{1,80})\](?:\s+${number})?$`),
    parts: ([, name = '', set = '', no = '']) => [name, set, no],
  },
  // `Charizard ex OBF 125`, `Snorlax PR-SW 68`, `Manaphy CRZ GG6`.
  {
    shape: /^(.+?)\s+([A-Z][A-Z0-9]{1,5}(?:-[A-Z0-9]{2,4})?)\s+(\d{1,4}[a-z]?|[A-Z]{1,5}\d{1,3}|[?!])$/,
    parts: ([, name = '', set = '', no = '']) => [name, set, no],
  },
] as const satisfies readonly {
  shape: RegExp;
  parts: (found: readonly string[]) => readonly [string, string, string];
}[];

/** `Pikachu 58/102`, `Dark Magician SDY-006`: the printed number without a set. */
const numbered = /^(.+?)\s+#?(\d{1,4}[a-z]?\/\d{1,4}|[A-Z0-9]{2,5}-[A-Z]{0,2}\d{1,4})$/;

/** `*F*`, `(F)`, `[Foil]`, `*E*` anywhere behind the name. */
const foilMark = /\s*(?:\*([FE])\*|[([](F|E|foil|etched|etched foil)[)\]])(?=\s|$)/i;
/** `Basic {R} Energy`, as Pokémon TCG Live writes it. */
const energies: Readonly<Record<string, string>> = {
  G: 'Grass',
  R: 'Fire',
  W: 'Water',
  L: 'Lightning',
  P: 'Psychic',
  F: 'Fighting',
  D: 'Darkness',
  M: 'Metal',
  Y: 'Fairy',
};

/** `#tag`, `# for trade`, `#` behind a card; `# 263` at the end of a line is its number. */
const comment = /\s+#(?:!?[^\s\d].*|\s+(?!\S*\d\S*$).*)?$/;

function cellsOfLine(said: string): string[] {
  const copies = counted.exec(said);
  const [quantity, card] = copies ? [countOf(copies), said.slice(copies[0].length)] : splitBehind(said);
  const bare = card.replace(/\s*\^[^^]*\^\s*$/, '').replace(comment, '');
  const mark = foilMark.exec(bare);
  // Pokémon TCG Live writes PH behind a reverse holo.
  const isReverse = /\d\s+PH$/.test(bare);
  const finish = mark ? (/^e/i.test(mark[1] ?? mark[2] ?? '') ? 'etched' : 'foil') : isReverse ? 'reverse' : '';
  const plain = (mark ? bare.replace(mark[0], '') : bare)
    .replace(/\b(?:Basic )?\{([A-Z])\} Energy/, (whole, sign: string) =>
      energies[sign] ? `${energies[sign]} Energy` : whole,
    )
    .replace(/(?<=\d)\s+PH$/, '')
    .trim();
  for (const { shape, parts } of shapes) {
    const found = shape.exec(plain);
    if (!found) continue;
    const [name, set, no] = parts(found);
    // A bracket may be a code or a name; a code is never two words.
    return [quantity, name, /\s/.test(set) ? '' : set, set, no, finish];
  }
  const [, name = plain, no = ''] = numbered.exec(plain) ?? [];
  return [quantity, name, '', '', no, finish];
}

const countOf = (found: RegExpExecArray) => found.slice(1).find((digits) => digits !== undefined) ?? '1';

function splitBehind(said: string): [string, string] {
  const behind = countedBehind.exec(said);
  return behind ? [countOf(behind), said.slice(0, behind.index)] : ['1', said];
}
