import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import { openPdf, type PdfDocument } from '#platform/pdf/document.server.ts';
import { margin, type PdfColumn, tableWidth, writeLogo, writeTable } from '#platform/pdf/table.server.ts';
import type { BankPayout } from '../bank/bank-payouts.contract.ts';
import { bankPayoutWords } from '../components/payout-words.ts';
import { monthName } from './month.ts';
import type { ShownStatement, Statements } from './statement.contract.ts';

const columns: PdfColumn[] = [
  { title: 'Order', width: 66 },
  { title: 'Paid', width: 66 },
  ...['Cards', 'Shipping', 'Fee', 'Refunds', 'Sent', 'Change'].map((title) => ({
    title,
    width: (tableWidth - 132) / 6,
    isAmount: true,
  })),
];

/** The issuer of the statements and their seller. */
export interface StatementParties {
  market: string;
  logo: Uint8Array | null;
  seller: string;
}

/** The statements of a month as PDF: a page for each currency, more where there are many orders. */
export async function statementPdf(
  { month, isFinal, statements, bankPayouts }: Statements,
  { market, logo, seller }: StatementParties,
): Promise<Buffer<ArrayBuffer>> {
  const title = `Statement ${monthName(month)}`;
  const amounts = statements.flatMap(({ closing }) => formatMoney(closing.total));
  const pdf = await openPdf(title, [market, seller, title, ...amounts]);
  let y = margin;
  for (const statement of statements) {
    pdf.page();
    writeLogo(pdf, logo);
    pdf.write(`${title}, ${statement.currency}`, { x: margin, y: margin, width: tableWidth, size: 18, bold: true });
    pdf.write(`${market} · for ${seller}`, { x: margin, y: margin + 28, width: tableWidth, lines: 1 });
    const period = isFinal ? 'Months are in UTC.' : 'This month isn’t over. Months are in UTC.';
    pdf.write(period, { x: margin, y: margin + 43, width: tableWidth, size: 9 });
    y = writeStatement(pdf, statement, margin + 70);
  }
  if (bankPayouts.length > 0) writeBankPayouts(pdf, bankPayouts, y + 12);
  return pdf.end();
}

/** Returns where it ends. */
function writeStatement(pdf: PdfDocument, statement: ShownStatement, from: number): number {
  const { opening, closing, totals } = statement;
  const balance = (name: string, total: Money) => ({
    cells: [name, '', '', '', '', '', '', formatMoney(total)],
    bold: true,
  });
  const sums = [totals.sales, totals.fees, refundsOf(totals), totals.transfers, totals.change].map(formatMoney);
  const rows = [
    balance('Opening', opening.total),
    ...statement.lines.map(cellsOf),
    { cells: ['Total', '', sums[0] ?? '', '', ...sums.slice(1)], bold: true },
    balance('Closing', closing.total),
  ];
  const y = writeTable(pdf, { columns, rows }, from) + 12;
  const facts = [
    ['Held until orders are delivered', closing.held],
    ['Ready to be sent', closing.ready],
    ['You owe', closing.debt],
    ['Payment disputes, in Refunds', totals.disputes],
    ['Corrections, in Refunds', totals.corrections],
  ] as const;
  const shown = facts.filter(([, { amount }], at) => at < 2 || amount !== 0);
  const table = {
    columns: [
      { title: 'Details', width: 200 },
      { title: 'Amount', width: 100, isAmount: true },
    ],
    rows: shown.map(([name, amount]) => ({ cells: [name, formatMoney(amount)] })),
  };
  return writeTable(pdf, table, y);
}

/** They move money from Stripe to the bank: the balance ended at Stripe. */
function writeBankPayouts(pdf: PdfDocument, payouts: readonly BankPayout[], from: number): void {
  const columns = [
    { title: 'Payouts to your bank, not part of the balance', width: 200 },
    { title: 'Status', width: 100 },
    { title: 'Amount', width: 100, isAmount: true },
  ];
  const rows = payouts.map(({ amount, status, arrivesAt }) => ({
    cells: [calendarDay(new Date(arrivesAt)), bankPayoutWords[status].label, formatMoney(amount)],
  }));
  writeTable(pdf, { columns, rows }, from);
}

type Line = ShownStatement['lines'][number];

/** Refunds with payment disputes and corrections: three columns of a file, one of a page. */
function refundsOf({ refunds, disputes, corrections }: Pick<Line, 'refunds' | 'disputes' | 'corrections'>): Money {
  return { ...refunds, amount: refunds.amount + disputes.amount + corrections.amount };
}

function cellsOf(line: Line) {
  const amounts = [line.cards, line.shipping, line.fees, refundsOf(line), line.transfers, line.change];
  const day = line.paidAt ? calendarDay(new Date(line.paidAt)) : '';
  return { cells: [line.number ?? 'Other', day, ...amounts.map(formatMoney)] };
}
