import { orderNumber } from '#features/orders/words.ts';
import { formatPercent } from '#kernel/format.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import { openPdf } from '#platform/pdf/document.server.ts';
import { margin, tableWidth, writeLogo, writeTable } from '#platform/pdf/table.server.ts';
import type { Platform } from '#platform/platform.ts';
import { readLogo } from '#platform/site/logo.server.ts';
import { monthName } from '../statements/month.ts';
import type { InvoiceRow } from './invoice.tables.ts';
import { correctedNumber } from './invoices.queries.server.ts';

const half = tableWidth / 2;
const columns = [
  { title: 'Order', width: tableWidth - 220 },
  { title: 'Selling fee', width: 220, isAmount: true },
];

/** An invoice of selling fees, or a credit note with the number of the invoice that it corrects. */
export async function invoicePdf(platform: Platform, row: InvoiceRow): Promise<Buffer<ArrayBuffer>> {
  const corrected = await correctedNumber(platform.db, row);
  const logo = await readLogo(platform);
  const { number, kind, month, currency, net, tax, taxBasisPoints, taxName, note, lines, issuer, recipient } = row;
  const title = `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`;
  const amountOf = (amount: number) => formatMoney(money(amount, currency));
  const texts = [title, taxName, note ?? '', ...issuer, ...recipient, amountOf(net + tax)];
  const pdf = await openPdf(title, texts);
  pdf.page();
  writeLogo(pdf, logo?.bytes ?? null);
  pdf.write(title, { x: margin, y: margin, width: tableWidth, size: 18, bold: true });
  const facts = [
    `Issued ${calendarDay(row.issuedAt)}`,
    `Selling fees of ${monthName(month)}`,
    ...(corrected === null ? [] : [`Corrects invoice ${corrected}`]),
  ];
  let y = pdf.write(facts.join(' · '), { x: margin, y: margin + 28, width: tableWidth }) + 16;
  const write = (heading: string, party: readonly string[], x: number) => {
    let end = pdf.write(heading, { x, y, width: half - 16, size: 9 });
    for (const [at, line] of party.entries())
      end = pdf.write(line, { x, y: end, width: half - 16, bold: at === 0, lines: 2 });
    return end;
  };
  y = Math.max(write('From', issuer, margin), write('To', recipient, margin + half)) + 20;
  const rows = [
    ...lines.map(({ orderId, amount }) => ({ cells: [orderNumber(orderId), amountOf(amount)] })),
    { cells: ['Net', amountOf(net)], bold: true },
    { cells: [`${taxName} ${formatPercent(taxBasisPoints / 10_000, 2)}`, amountOf(tax)] },
    { cells: ['Total', amountOf(net + tax)], bold: true },
  ];
  y = writeTable(pdf, { columns, rows }, y);
  const paid =
    kind === 'invoice'
      ? 'This amount was taken from your sales. You don’t have to pay anything.'
      : 'This amount was added to your balance.';
  for (const line of [paid, note ?? '']) y = pdf.write(line, { x: margin, y: y + 8, width: tableWidth, size: 9 });
  return pdf.end();
}
