import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { monthName } from '../statements/month.ts';
import { listStatements } from '../statements/read-statements.server.ts';
import '../components/statements.css';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read statements');
  return { statements: await listStatements(pageScope(args.context).platform, actor.id) };
}

const title = 'Statements';

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title,
    description: 'Your sales, fees, refunds and payouts by month.',
    path: '/dashboard/payouts/statements',
    noIndex: true,
  });

export default function StatementsPage() {
  const { statements } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Dashboard', to: '/dashboard' }, { label: title }]} />
      <div className="page-h mt-5">
        <div>
          <h1>{title}</h1>
          <p>Your sales, fees, refunds and payouts by month. Months are in UTC.</p>
        </div>
      </div>
      {statements.length === 0 ? (
        <Panel title="No statements yet">
          <p className="dim">Your first statement is shown here after your first sale.</p>
        </Panel>
      ) : (
        <Panel flush>
          <StatementTable statements={statements} />
        </Panel>
      )}
    </>
  );
}

type Row = Awaited<ReturnType<typeof loader>>['statements'][number];

function StatementTable({ statements }: { statements: Row[] }) {
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
