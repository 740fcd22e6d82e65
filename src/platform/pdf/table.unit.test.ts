import { expect, test } from 'vitest';
import type { PdfDocument } from './document.server.ts';
import { margin, writeTable } from './table.server.ts';

/** The lines of a table, by what is written above each. */
function linesOf(rows: { cells: string[]; bold?: boolean }[]): string[] {
  const written: string[] = [];
  const lines: string[] = [];
  const pdf: PdfDocument = {
    page: () => void written.push('a new page'),
    write: (text, { y }) => {
      written.push(text);
      return y + 12;
    },
    heightOf: () => 12,
    rule: () => void lines.push(written.at(-1) ?? ''),
    box: () => {},
    image: () => {},
    lacks: () => false,
    end: () => Promise.resolve(Buffer.alloc(0)),
  };
  writeTable(pdf, { columns: [{ title: 'Order', width: 100 }], rows }, margin);
  return lines;
}

test('a line stands below the titles and above each sum, and never twice between two rows', () => {
  const sum = (name: string) => ({ cells: [name], bold: true });
  expect(linesOf([sum('Opening'), { cells: ['A'] }, sum('Total'), sum('Closing')])).toEqual(['Order', 'A', 'Total']);
  // The first row of a further page, too.
  const many = Array.from({ length: 45 }, (_, n) => sum(String(n)));
  expect(linesOf(many)).toHaveLength(many.length);
});
