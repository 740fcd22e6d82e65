import { stringify } from 'csv-stringify/sync';
import { decimalOf, type Money } from '#kernel/numbers/money.ts';
import type { ShownStatement, Statements } from './statement.contract.ts';

const columns = [
  'Month',
  'Currency',
  'Entry',
  'Paid (UTC)',
  'Cards',
  'Shipping',
  'Selling fee',
  'Refunds',
  'Payment disputes',
  'Sent to Stripe',
  'Corrections',
  'Change',
  'Balance',
];

/**
 * The statements of a month as CSV (UTF-8, lines end with CRLF): opening balance, a line for each order, closing
 * balance. Amounts have a point, whatever the reader's country.
 */
export function statementCsv({ month, statements }: Statements): string {
  const rows = statements.flatMap((statement) => rowsOf(month, statement));
  return stringify([columns, ...rows], { record_delimiter: 'windows' });
}

function rowsOf(month: string, { currency, opening, lines, closing }: ShownStatement): string[][] {
  const balanceRow = (name: string, { amount }: Money) => [
    month,
    currency,
    name,
    ...Array<string>(columns.length - 4).fill(''),
    decimalOf(amount),
  ];
  let balance = opening.total.amount;
  return [
    balanceRow('Opening balance', opening.total),
    ...lines.map((line) => {
      balance += line.change.amount;
      const { cards, shipping, fees, refunds, disputes, transfers, corrections, change } = line;
      const amounts = [cards, shipping, fees, refunds, disputes, transfers, corrections, change];
      return [
        month,
        currency,
        line.number ?? 'Other',
        line.paidAt?.slice(0, 10) ?? '',
        ...amounts.map(({ amount }) => decimalOf(amount)),
        decimalOf(balance),
      ];
    }),
    balanceRow('Closing balance', closing.total),
  ];
}
