/** Aligned columns for a terminal: the first to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** The second of two values divided by the first, as a cell; no cell for one value. */
export const ratio = ([first = 0, second]: readonly number[]) =>
  second === undefined ? [] : [first > 0 ? (second / first).toFixed(2) : ''];
