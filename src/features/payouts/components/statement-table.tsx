import { formatMoney } from '#kernel/numbers/money.ts';
import { monthName } from '../statements/month.ts';
import type { listStatements } from '../statements/read-statements.server.ts';

type Row = Awaited<ReturnType<typeof listStatements>>[number];

/** A seller's months, each with its balances, movements and files. */
export function StatementTable({ statements }: { statements: Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Statements, scrollable table">
      <table className="stmt-t">
        <caption className="sr">Statements by month and currency</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {['Opening balance', 'Sales', 'Fees', 'Refunds', 'Sent', 'Closing balance'].map((name) => (
              <th key={name} scope="col" className="n">
                {name}
              </th>
            ))}
            <th scope="col">Download</th>
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <StatementRow key={`${statement.month} ${statement.currency}`} statement={statement} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function StatementRow({ statement: { month, currency, isFinal, opening, totals, closing } }: { statement: Row }) {
  const refunds = totals.refunds.amount + totals.disputes.amount + totals.corrections.amount;
  const amounts = [
    opening.total,
    totals.sales,
    totals.fees,
    { amount: refunds, currency },
    totals.transfers,
    closing.total,
  ];
  const file = `/api/payouts/statements/${month}/statement`;
  return (
    <tr>
      <th scope="row">
        {monthName(month)}
        {!isFinal && <span className="dim"> (so far)</span>}
      </th>
      {amounts.map((amount, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <td key={at} className="n">
          {formatMoney(amount)}
        </td>
      ))}
      <td>
        <a className="link" href={`${file}.pdf`} aria-label={`PDF of ${monthName(month)}`}>
          PDF
        </a>{' '}
        <a className="link" href={`${file}.csv`} aria-label={`CSV of ${monthName(month)}`}>
          CSV
        </a>
      </td>
    </tr>
  );
}
