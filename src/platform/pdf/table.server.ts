import { a4, mm, type PdfDocument } from './document.server.ts';

export interface PdfColumn {
  title: string;
  /** In points. */
  width: number;
  /** Amounts stand at the end of their column. */
  isAmount?: boolean;
}

export interface PdfTable {
  columns: readonly PdfColumn[];
  rows: readonly TableRow[];
}

export interface TableRow {
  cells: readonly string[];
  bold?: boolean;
}

/** The margins of a page with a table. */
export const margin = 18 * mm;
export const tableWidth = a4.width - 2 * margin;
/** Nothing is written below. */
export const pageBottom = a4.height - 20 * mm;

/** The logo of the site, at the right of the first page's head. */
export function writeLogo(pdf: PdfDocument, logo: Uint8Array | null): void {
  if (logo) pdf.image(logo, a4.width - margin, margin, { width: 110, height: 36 });
}

const gap = 8;
const size = 9;

/** Writes a table, on further pages where it needs them, each with the titles. Returns the `y` of the next line. */
export function writeTable(pdf: PdfDocument, { columns, rows }: PdfTable, from: number): number {
  const writeRow = (cells: readonly string[], y: number, bold: boolean) => {
    let x = margin;
    let end = y;
    for (const [at, { width, isAmount }] of columns.entries()) {
      const align = isAmount ? ({ align: 'right' } as const) : {};
      end = Math.max(end, pdf.write(cells[at] ?? '', { x, y, width: width - gap, size, bold, lines: 3, ...align }));
      x += width;
    }
    return end + 4;
  };
  const writeTitles = (y: number) => {
    const end = writeRow(
      columns.map(({ title }) => title),
      y,
      true,
    );
    pdf.rule(margin, end - 1, tableWidth);
    return end + 4;
  };
  let y = writeTitles(from);
  let isFirst = true;
  for (const { cells, bold = false } of rows) {
    if (y + 3 * size * 1.35 > pageBottom) {
      pdf.page();
      y = writeTitles(margin);
      isFirst = true;
    }
    // The titles have a line below them.
    if (bold && !isFirst) {
      pdf.rule(margin, y - 2, tableWidth);
      y += 2;
    }
    y = writeRow(cells, y, bold);
    isFirst = false;
  }
  return y;
}
