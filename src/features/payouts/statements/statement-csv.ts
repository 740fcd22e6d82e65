import { stringify } from 'csv-stringify/sync';
import { decimalOf, type Money } from '#kernel/numbers/money.ts';
import type { BankPayout } from '../bank/bank-payouts.contract.ts';
import { bankPayoutWords } from '../components/payout-words.ts';
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
  'To bank',
];

/**
 * The statements of a month as CSV (UTF-8, lines end with CRLF): opening balance, a line for each order, closing
 * balance, and the payouts to the bank, which aren't part of a balance. Amounts have a point, whatever the reader's country.
 */
export function statementCsv({ month, statements, bankPayouts }: Statements): string {
  const rows = statements.flatMap((statement) => rowsOf(month, statement));
  rows.push(...bankPayouts.map((payout) => bankRow(month, payout)));
  return stringify([columns, ...rows], { record_delimiter: 'windows' });
}

const empty = (count: number) => Array<string>(count).fill('');

function bankRow(month: string, { amount: { amount, currency }, status, arrivesAt }: BankPayout): string[] {
  const name = `Bank payout: ${bankPayoutWords[status].label}`;
  return [month, currency, name, arrivesAt.slice(0, 10), ...empty(columns.length - 5), decimalOf(amount)];
}

function rowsOf(month: string, { currency, opening, lines, closing }: ShownStatement): string[][] {
  const balanceRow = (name: string, { amount }: Money) => [
    month,
    currency,
    name,
    ...empty(columns.length - 5),
    decimalOf(amount),
    '',
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
        '',
      ];
    }),
    balanceRow('Closing balance', closing.total),
  ];
}
