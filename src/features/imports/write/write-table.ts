import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (UTF-8, lines end with CRLF). A cell that a spreadsheet would run as a formula gets a leading apostrophe,
 * which `readTable` removes; a cell with any kind of line break is quoted.
 */
export function writeTable(rows: readonly (readonly string[])[], separator = ','): string {
  return stringify(rows as string[][], {
    delimiter: separator,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  });
}
