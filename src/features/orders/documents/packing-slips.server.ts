import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { a4, mm, openPdf, type PdfDocument } from '#platform/pdf/document.server.ts';
import { addressLines, type DocumentOrder, notPrinted } from './document-order.ts';

const left = 20 * mm;
const width = a4.width - 2 * left;
const bottom = a4.height - 30 * mm;
const cardWidth = width - 130;

/** Packing slips for the recipients: one page for each order, more where there are many items. */
export async function packingSlips(orders: readonly DocumentOrder[]): Promise<Buffer<ArrayBuffer>> {
  const pdf = await openPdf('Packing slips', orders.flatMap(wordsOf));
  for (const order of orders) writeSlip(pdf, order);
  return pdf.end();
}

function writeSlip(pdf: PdfDocument, order: DocumentOrder): void {
  let y = head(pdf, order, 'Packing slip');
  const address = order.address ? addressLines(order.address) : ['No address yet'];
  pdf.write('From', { x: left, y, width: 200, size: 9 });
  pdf.write(order.seller, { x: left, y: y + 13, width: 200, bold: true, lines: 2 });
  let to = pdf.write('To', { x: left + 230, y, width: width - 230, size: 9 });
  for (const [n, line] of address.entries())
    to = pdf.write(line, { x: left + 230, y: to, width: width - 230, bold: n === 0, lines: 2 });
  if (address.some((line) => pdf.lacks(line)))
    to = pdf.write(notPrinted, { x: left + 230, y: to + 2, width: width - 230, size: 8 });
  y = Math.max(to, y + 60) + 16;
  pdf.rule(left, y, width);
  for (const item of order.items) {
    if (y + 50 > bottom) y = head(pdf, order, 'Packing slip, continued');
    pdf.write(`${item.quantity} ×`, { x: left, y: y + 8, width: 40, bold: true });
    pdf.write(formatMoney(item.price), { x: left + width - 80, y: y + 8, width: 80 });
    const below = pdf.write(item.title, { x: left + 44, y: y + 8, width: cardWidth, bold: true, lines: 3 });
    y = pdf.write(item.about, { x: left + 44, y: below, width: cardWidth, size: 9, lines: 2 }) + 6;
    pdf.rule(left, y, width);
  }
  if (order.shipping) y = pdf.write(`Shipping method: ${order.shipping}`, { x: left, y: y + 10, width, lines: 2 });
  y = pdf.write(`Total paid: ${formatMoney(order.total)}`, { x: left, y: y + 8, width, bold: true });
  pdf.write(`Thank you, ${order.buyer}. If something is wrong, report a problem in order ${order.number}.`, {
    x: left,
    y: y + 14,
    width,
    size: 9,
  });
}

function head(pdf: PdfDocument, { number, paidAt }: DocumentOrder, title: string): number {
  pdf.page();
  pdf.write(title, { x: left, y: 20 * mm, width, size: 18, bold: true });
  pdf.write(`Order ${number} · paid on ${dayMonthYear(paidAt)}`, { x: left, y: 29 * mm, width });
  return 40 * mm;
}

function wordsOf(order: DocumentOrder): string[] {
  const { seller, buyer, shipping, number, total, paidAt, address, items } = order;
  const said = items.flatMap(({ title, about, price }) => [title, about, formatMoney(price)]);
  return [
    seller,
    buyer,
    shipping ?? '',
    number,
    formatMoney(total),
    dayMonthYear(paidAt),
    ...(address ? addressLines(address) : []),
    ...said,
  ];
}
