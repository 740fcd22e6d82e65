/**
 * A collector number as a text that sorts as people count: digits padded, letters first (`TG9` before `TG10`, `9`
 * before `10`), unnumbered last.
 */
export function numberOrder(number: string | undefined): string {
  if (!number) return '~';
  return number
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(6, '0'))
    .slice(0, 80);
}
