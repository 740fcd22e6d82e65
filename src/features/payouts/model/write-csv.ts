import { stringify } from 'csv-stringify/sync';
import { decimalOf } from '#kernel/numbers/money.ts';

/**
 * Rows as CSV (UTF-8, lines end with CRLF). Numbers are amounts in minor units, written with a point. Texts that a
 * spreadsheet would run as a formula are escaped; amounts below 0 are not.
 */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { number: decimalOf },
  });
