import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { formatNumber } from '#kernel/format.ts';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import type { Note } from '../model/note.texts.ts';
import { type Decoded, decode } from './decode.ts';
import type { Columns } from './formats.ts';
import { measureLines } from './measure-lines.ts';
import { withoutStrayQuotes } from './stray-quotes.ts';

export interface TableRow {
  /** 1 is the first data row; empty ones count. */
  row: number;
  /** The line of the file where it starts, 1 being the first. */
  line: number;
  cells: string[];
  /** Why it cannot be read; its cells are then the whole line. */
  problem?: Note;
}

export interface Table {
  header: string[];
  rows: TableRow[];
  notes: Note[];
}

/** A file that is no table, or an unknown one; `message` is a sentence for the seller. */
export class UnreadableFile extends Error {
  /** The details for the column form. */
  readonly details: { header: string[]; sample: string[][]; suggested: Columns } | undefined;
  constructor(message: string, details?: UnreadableFile['details']) {
    super(message);
    this.details = details;
  }
}

/**
 * Reads a file or pasted text as a table: detects encoding, separator and line ends, and skips a `sep=` line and lines
 * before the header. `isHeader` recognises a header. Throws `UnreadableFile` with a sentence.
 */
export async function readTable(bytes: Uint8Array, isHeader: (cells: string[]) => boolean): Promise<Table> {
  return tableOf(await readText(bytes), isHeader);
}

/** The most lines of a file with the most rows, including empty ones and those within a cell. */
const mostLines = 250_000;
/** The most characters of a line, and of a cell. */
const longestLine = 100_000;

/**
 * Decodes the bytes, with notes. Throws `UnreadableFile` for an unreadable file, for a line of more than `longest`
 * characters, and for more than `most` lines.
 */
export async function readText(bytes: Uint8Array, { most = mostLines, longest = longestLine } = {}): Promise<Decoded> {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty. Choose another file.');
  const { text, notes } = await decode(bytes);
  const lines = await measureLines(text, { most, longest });
  if (lines.hasNul) throw new UnreadableFile('This isn’t a text file. Export it again as CSV.');
  if (/^\s*<(!doctype|html|\?xml)/i.test(text.slice(0, startLength)))
    throw new UnreadableFile('This is a web page, not a CSV file. Sign in to the service and export again.');
  if (lines.tooLong !== null)
    throw new UnreadableFile(
      `Line ${lines.tooLong} has more than ${formatNumber(longest)} characters. Put each card on its own line and import the file again.`,
    );
  if (lines.count > most)
    throw new UnreadableFile(
      `The file has more than ${formatNumber(most)} lines. Remove empty lines, or split it into smaller files.`,
    );
  const mixed: Note[] = lines.hasMixedEnds ? [{ code: 'mixed_line_ends' }] : [];
  return { text, notes: [...notes, ...mixed] };
}

/** Characters at the start from which the kind of a file is detected. */
const startLength = 4_096;

/** Reads decoded text as a table. */
export async function tableOf({ text, notes: said }: Decoded, isHeader: (cells: string[]) => boolean): Promise<Table> {
  const notes = [...said];
  const lines = await parseLines(text);
  const at = lines.slice(0, headerWithin).findIndex(({ cells }) => isHeader(cells));
  const top = lines[at === -1 ? 0 : at];
  if (!top) throw new UnreadableFile('The file has no rows. Choose another file.');
  const data = lines.slice((at === -1 ? 0 : at) + 1);
  const filled: TableRow[] = [];
  const yieldIfDue = yieldingToEventLoop();
  for (const [index, line] of data.entries()) {
    await yieldIfDue();
    if (line.cells.some((cell) => cell.trim() !== '')) filled.push({ row: index + 1, ...line });
  }
  if (filled.length < data.length) notes.push({ code: 'empty_rows', params: { count: data.length - filled.length } });
  return { header: top.cells.map((cell) => cell.trim()), rows: filled, notes };
}

/** Refuses a table without rows, and one with more than the limit. */
export function refuseSize(rows: readonly TableRow[], most: number): void {
  if (rows.length === 0) throw new UnreadableFile('The file has a header but no rows. Choose another file.');
  if (rows.length > most)
    throw new UnreadableFile(
      `The file has ${formatNumber(rows.length)} rows. Split it into files of at most ${formatNumber(most)} rows.`,
    );
}

/** eBay puts one line before its header, Dragon Shield a `sep=`. */
const headerWithin = 4;

interface Line {
  cells: string[];
  line: number;
  problem?: Note;
}

async function parseLines(text: string): Promise<Line[]> {
  const named = /^\s*"?sep=(.)"?\s*(?:\r\n|\r|\n)/i.exec(text.slice(0, startLength));
  const body = named ? text.slice(named[0].length) : text;
  const before = named ? 1 : 0;
  const delimiter = named?.[1] ?? separatorOf(body);
  const onFile = (lines: readonly Line[]) => lines.map((line) => ({ ...line, line: line.line + before }));
  const never = (line: number) =>
    new UnreadableFile(`A quotation mark that opens in line ${line + before} isn’t closed. Close it and try again.`);
  try {
    return onFile(await parsedLines(body, delimiter));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      const line = Number((error as { lines?: number }).lines ?? 0) + before;
      throw new UnreadableFile(
        `The row that ends near line ${line} has more than ${formatNumber(longestLine)} characters. Close the quotation mark before it and try again.`,
      );
    }
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw never(await quoteLine(body, error));
    const { text: rest, lines: stray, openFrom } = await withoutStrayQuotes(body, delimiter);
    if (openFrom !== null) throw never(openFrom);
    const parsed = await parsedLines(rest, delimiter);
    return onFile(
      parsed.map(({ cells, line }) => {
        const written = stray.get(line);
        return written === undefined ? { cells, line } : { cells: [written], line, problem: strayQuote(line + before) };
      }),
    );
  }
}

const strayQuote = (line: number): Note => ({ code: 'stray_quote', params: { line } });

async function parsedLines(body: string, delimiter: string): Promise<Line[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: longestLine,
    info: true,
    bom: true,
  });
  const lines: Line[] = [];
  for await (const { record, info } of Readable.from(piecesOf(body)).pipe(parser) as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>)
    lines.push({ cells: record, line: info.lines });
  return lines;
}

/** Characters that are parsed before the event loop runs other work. */
const pieceLength = 1 << 15;

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const yieldIfDue = yieldingToEventLoop();
  for (let at = 0; at < text.length; ) {
    await yieldIfDue();
    // Not between the two halves of one character.
    const end = at + pieceLength - (/[\ud800-\udbff]/.test(text.charAt(at + pieceLength - 1)) ? 1 : 0);
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}

/** The parser reports the last line of the file; the seller needs the line of the error. */
async function quoteLine(text: string, error: CsvError): Promise<number> {
  const said = /line (\d+)/.exec(error.message)?.[1];
  let isOpen = false;
  let opened = 1;
  let line = 1;
  const yieldIfDue = yieldingToEventLoop();
  for (let at = 0; at < text.length; at++) {
    if (at % pieceLength === 0) await yieldIfDue();
    const letter = text.charAt(at);
    if (letter === '"') {
      isOpen = !isOpen;
      if (isOpen) opened = line;
    } else if (letter === '\n') line++;
  }
  return isOpen ? opened : Number(said ?? line);
}

/** The separator of the first line, outside of quotes. */
function separatorOf(text: string): string {
  const first = (text.split(/\r\n|\r|\n/, headerWithin).sort((a, b) => b.length - a.length)[0] ?? '').replace(
    /"[^"]*"/g,
    '',
  );
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
