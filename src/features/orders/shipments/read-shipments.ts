import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '#kernel/refusal.ts';
import { readOrderNumber } from '../model/order.number.ts';

/** A line of a seller's list of parcels, as it was typed. */
export interface ShipmentLine {
  /** The line of the text, 1 being the first. */
  line: number;
  order: string;
  /** Empty where the line names none. */
  carrier: string;
  trackingNumber: string;
}

/** The most lines of one list. */
export const mostShipments = 200;

/**
 * Reads pasted lines or a CSV file: order number, carrier and tracking number, or the number and the tracking number
 * alone, separated by commas, semicolons, tabs or, in a line without those, spaces. A header row names other columns.
 * Refuses an empty list, one that is too long and one that can't be read (422).
 */
export function readShipments(text: string): ShipmentLine[] {
  const rows = rowsOf(text);
  const [first] = rows;
  const columns = first && columnsOf(first.cells);
  const lines = (columns ? rows.slice(1) : rows).map(({ cells, line }) => ({
    line,
    ...(columns
      ? { order: cells[columns.order], carrier: cells[columns.carrier], trackingNumber: cells[columns.tracking] }
      : withoutHeader(cells)),
  }));
  if (lines.length === 0) throw invalid({ lines: 'Paste at least 1 line, or choose a file.' });
  if (lines.length > mostShipments)
    throw invalid({ lines: `The list has ${lines.length} lines. Enter at most ${mostShipments} lines at a time.` });
  return lines.map(({ line, order = '', carrier = '', trackingNumber = '' }) => ({
    line,
    order,
    carrier,
    trackingNumber,
  }));
}

function rowsOf(text: string): { cells: string[]; line: number }[] {
  const options = {
    bom: true,
    delimiter: [',', ';', '\t'] as string[],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
  } as const;
  try {
    const rows = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return rows
      .map(({ record, info }) => ({ cells: record, line: info.lines }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid({ lines: 'Couldn’t read the list. Add the missing quotation mark and try again.' });
  }
}

/** The places of the columns that a header names; null for a first row that is no header. */
function columnsOf(cells: readonly string[]): { order: number; carrier: number; tracking: number } | null {
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell));
  const [order, tracking] = [at(/^order/i), at(/track/i)];
  if (order < 0 || tracking < 0 || readOrderNumber(cells[order] ?? '') !== null) return null;
  return { order, carrier: at(/carrier|courier/i), tracking };
}

function withoutHeader(cells: readonly string[]) {
  const parts = cells.length === 1 ? (cells[0] ?? '').split(/\s+/) : cells;
  const [order, ...rest] = parts;
  return cells.length === 1
    ? { order, carrier: rest.slice(0, -1).join(' '), trackingNumber: rest.at(-1) }
    : { order, carrier: rest.length > 1 ? rest[0] : '', trackingNumber: rest[rest.length > 1 ? 1 : 0] };
}
