import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (UTF-8, lines ended by CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe in
 * front, which `readTable` takes off again; one with a line break of any kind is quoted, not only where it is the one
 * that ends our lines.
 */
export function writeTable(rows: readonly (readonly string[])[], separator = ','): string {
  return stringify(rows as string[][], {
    delimiter: separator,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  });
}
