import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (UTF-8, lines ended by CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe in front, which `readTable` takes off again.
 */
export function writeTable(rows: readonly (readonly string[])[], separator = ','): string {
  return stringify(rows as string[][], { delimiter: separator, record_delimiter: 'windows', escape_formulas: true });
}
