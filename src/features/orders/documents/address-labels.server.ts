import { a4, mm, openPdf } from '#platform/pdf/document.server.ts';
import { addressLines, type DocumentOrder, notPrinted } from './document-order.ts';

/** Sheets of eight, 105 by 74 mm: the commonest there are, with no margin between. */
const across = 2;
const down = 4;
const [labelWidth, labelHeight] = [a4.width / across, a4.height / down];
const inset = 10 * mm;

/** An address for each order, eight on a sheet, with the order's number small below. */
export async function addressLabels(orders: readonly DocumentOrder[]): Promise<Buffer<ArrayBuffer>> {
  const said = orders.flatMap(({ address, number }) => [number, ...(address ? addressLines(address) : [])]);
  const pdf = await openPdf('Address labels', said);
  for (const [n, { address, number }] of orders.entries()) {
    const at = n % (across * down);
    if (at === 0) pdf.page();
    const x = (at % across) * labelWidth + inset;
    const top = Math.floor(at / across) * labelHeight;
    const width = labelWidth - 2 * inset;
    const lines = address ? addressLines(address) : ['No address yet'];
    let y = top + inset;
    for (const [line, text] of lines.entries())
      y = pdf.write(text, { x, y, width, size: 13, bold: line === 0, lines: 2 });
    const warning = lines.some((line) => pdf.lacks(line)) ? ` · ${notPrinted}` : '';
    pdf.write(`Order ${number}${warning}`, { x, y: top + labelHeight - inset - 10, width, size: 8, lines: 2 });
  }
  return pdf.end();
}
