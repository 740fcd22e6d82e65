import { firstOf } from '#kernel/first-of.ts';
import type { Decoded } from './decode.ts';
import type { Columns } from './formats.ts';
import { type Table, UnreadableFile } from './read-table.ts';

/** Where the parts of a plain line stand in its cells. What is bracketed may be a set’s code or its name, and stands for both. */
export const plainColumns: Columns = { quantity: 0, name: 1, setCode: 2, setName: 2, number: 3, finish: 4 };

/** `2`, `2x`, `SB: 2`, in front of a name. */
const counted = /^(?:SB:\s*)?(\d{1,6})(?:\s*x)?\s+(?=\S)/i;
const heading =
  /^(?:\/\/|#|(?:about|deck|main ?deck|main ?board|side ?board|maybe ?board|commander|companion|considering|tokens|wants?|want ?list|wish ?list)\s*:?\s*$|[\p{L} ]+\s*(?::\s*\d+|\(\d+\))\s*$)/iu;

/** Whether a text is a list of cards line by line, as people write it and deck services export it, and no table. */
export function isPlainList(text: string): boolean {
  const first = linesOf(text).find(({ said }) => !heading.test(said))?.said;
  if (first === undefined) return false;
  return counted.test(first) || (!/[\t;|]|^"?sep=|,.*,/.test(first) && !isHeaderWord(first));
}

/** A table of one column begins with the name of that column. */
const isHeaderWord = (line: string) => /^"?(name|card|card name|count|quantity|qty|amount)"?(,|$)/i.test(line);

/** A plain list as the table that its lines amount to; headings and comments are left out. */
export function plainTable({ text, notes }: Decoded): Table {
  const lines = linesOf(text);
  const long = lines.find(({ isCut }) => isCut);
  if (long)
    throw new UnreadableFile(
      `Line ${long.line} has more than ${longestLine} characters. Write each card on a line of its own, like “2 Sol Ring (C21) 263”.`,
    );
  const named = lines.filter(({ said }) => !heading.test(said));
  const left = lines.length - named.length;
  return {
    header: ['Quantity', 'Name', 'Set', 'Number', 'Finish'],
    rows: named.map(({ said, line }, index) => ({ row: index + 1, line, cells: cellsOfLine(said) })),
    notes:
      left === 0 ? notes : [...notes, `${left === 1 ? 'One line is a heading or a comment' : `${left} lines are headings or comments`}; left out.`],
  };
}

/** No card is written in more letters, and what reads a line looks at some of it again and again. */
const longestLine = 300;

function linesOf(text: string): { said: string; line: number; isCut: boolean }[] {
  const lines = text.split(/\r\n|\r|\n/).map((written, index) => {
    const said = written.replace(/\s+/g, ' ').trim();
    return { said: firstOf(said, longestLine), line: index + 1, isCut: said.length > longestLine };
  });
  return lines.filter(({ said }) => said !== '');
}

const number = String.raw`([A-Za-z0-9\u2605\u2020-]{1,12}(?:\/[A-Za-z0-9]{1,8})?)`;
/** `Sol Ring (C21) 263`, `Sol Ring [C21] 263`, `Charizard ex OBF 125`; a category in brackets behind them is somebody’s own. */
const shapes = [
  new RegExp(String.raw`^(.+?)\s+\(([^()]{1,80})\)(?:\s+${number})?(?:\s+\[[^\]]*\])?$`),
  new RegExp(String.raw`^(.+?)\s+\[([^[\]]{1,80})\](?:\s+${number})?$`),
  /^(.+?)\s+([A-Z][A-Z0-9-]{1,6})\s+(\d{1,4}[a-z]?|[A-Z]{1,3}\d{1,3})$/,
];

/** `Pikachu 58/102`, `Dark Magician SDY-006`: the number as it stands on the card, and no set. */
const numbered = /^(.+?)\s+(\d{1,4}[a-z]?\/\d{1,4}|[A-Z0-9]{2,5}-[A-Z]{0,2}\d{1,4})$/;

function cellsOfLine(said: string): string[] {
  const copies = counted.exec(said);
  const behind = copies ? null : /\s+x\s?(\d{1,6})$/i.exec(said);
  const quantity = copies?.[1] ?? behind?.[1] ?? '1';
  const card = (copies ? said.slice(copies[0].length) : behind ? said.slice(0, behind.index) : said)
    .replace(/\s*\^[^^]*\^\s*$/, '')
    .replace(/\s+#!?\S.*$/, '');
  const mark = /\s*\*([FE])\*/i.exec(card);
  const finish = mark ? (mark[1]?.toUpperCase() === 'E' ? 'etched' : 'foil') : '';
  const plain = (mark ? card.replace(mark[0], '') : card).trim();
  for (const shape of shapes) {
    const [, name, set, no = ''] = shape.exec(plain) ?? [];
    if (name !== undefined && set !== undefined) return [quantity, name, set, no, finish];
  }
  const [, name = plain, no = ''] = numbered.exec(plain) ?? [];
  return [quantity, name, '', no, finish];
}
