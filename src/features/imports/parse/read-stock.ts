import { formatList } from '#kernel/format.ts';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import { mostColumns } from '../contract.ts';
import { type CardSource, findCards } from '../find-cards.ts';
import type { Note } from '../model/note.texts.ts';
import { asidesOf, type Columns, columnsOf, type Format, formatOf } from '../read/formats.ts';
import { isHeaderOf, type OwnColumns, ownFormat, suggestColumns } from '../read/own-columns.ts';
import { decimalSignOf } from '../read/prices.ts';
import { readTable, refuseSize, type Table, UnreadableFile } from '../read/read-table.ts';
import { shortened } from '../read/row-values.ts';
import { cellsOf, parseRow, type StockRow, unreadableRow } from './parse-row.ts';

export interface Stock {
  format: Format;
  header: string[];
  rows: StockRow[];
  /** About the whole file. */
  notes: Note[];
}

/**
 * Reads a file of stock and matches each row with a printing. Throws `UnreadableFile` with a sentence for an unreadable
 * file, or for more rows than `most`.
 */
export async function readStock(
  bytes: Uint8Array,
  source: CardSource,
  { most = Number.POSITIVE_INFINITY, own = [] }: { most?: number; own?: readonly OwnColumns[] } = {},
): Promise<Stock> {
  const table = await readTable(
    bytes,
    (cells) => formatOf(cells) !== null || own.some((columns) => isHeaderOf(columns, cells)),
  );
  const { format, columns } = knownFormat(table, own);
  refuseUnlistable(table, format, columns, most);
  const insteadOf = columnsOf(table.header, format.insteadOf ?? {});
  const rows = table.rows.map((row) => ({ row, cell: cellsOf(row, columns, insteadOf) }));
  const cards = await findCards(
    source,
    rows.filter(({ row }) => row.problem === undefined),
    format,
  );
  const decimalSign = decimalSignOf(rows.map(({ cell }) => cell('price')));
  const sheet = {
    format,
    decimalSign,
    seen: new Map<string, number>(),
    width: table.header.length,
    asides: asidesOf(table.header, format),
  };
  const parsed: StockRow[] = [];
  const yieldIfDue = yieldingToEventLoop();
  for (const { row, cell } of rows) {
    await yieldIfDue();
    parsed.push(row.problem === undefined ? parseRow(row, cell, sheet, cards(cell)) : unreadableRow(row, row.problem));
  }
  return { format, notes: notesOf(table), header: table.header, rows: parsed };
}

/** The known export format of the file, or the seller's own definition for this header. */
function knownFormat({ header, rows }: Table, own: readonly OwnColumns[]): { format: Format; columns: Columns } {
  const explained = own.find((columns) => isHeaderOf(columns, header));
  if (explained) return { format: ownFormat(explained), columns: explained.columns };
  const format = formatOf(header);
  if (format) return { format, columns: columnsOf(header, format.columns) };
  const named = header.slice(0, 8).join(', ').slice(0, 160);
  if (header.length > mostColumns)
    throw new UnreadableFile(
      `We don’t recognize these ${header.length} columns. Keep at most ${mostColumns} columns about your cards and import the file again.`,
    );
  const details = {
    header,
    sample: rows.slice(0, 3).map(({ cells }) => cells.map((cell) => shortened(cell))),
    suggested: suggestColumns(header),
  };
  throw new UnreadableFile(
    `We don’t recognize these columns: ${named}. Map the columns, or use a file in a supported format.`,
    header.length > 1 && rows.length > 0 ? details : undefined,
  );
}

function refuseUnlistable({ rows }: Table, { needs, label }: Format, columns: Columns, most: number): void {
  const missing = needs.filter((field) => columns[field] === undefined);
  if (missing.length > 0)
    throw new UnreadableFile(
      `The file looks like the format “${label}”, but columns are missing: ${formatList(missing)}. Export it again with all columns.`,
    );
  refuseSize(rows, most);
}

function notesOf({ header, rows, notes }: Table): Note[] {
  const ragged = rows.filter(({ cells, problem }) => problem === undefined && cells.length !== header.length).length;
  const isInCapitals =
    header.every((cell) => cell === cell.toUpperCase()) && header.some((cell) => cell !== cell.toLowerCase());
  const own: (Note | false)[] = [
    isInCapitals && { code: 'capital_headers' },
    ragged > 0 && { code: 'ragged_rows', params: { count: ragged } },
  ];
  return [...notes, ...own.filter((note) => note !== false)];
}
