import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { InvoiceTable } from '../components/invoice-table.tsx';
import { StatementTable } from '../components/statement-table.tsx';
import { listInvoices } from '../invoices/invoices.queries.server.ts';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { listStatements } from '../statements/read-statements.server.ts';
import '../components/statements.css';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read statements');
  const { platform } = pageScope(args.context);
  const [statements, invoices] = await Promise.all([
    listStatements(platform, actor.id),
    listInvoices(platform.db, actor.id),
  ]);
  return { statements, invoices };
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
  const { statements, invoices } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Payouts', to: '/dashboard/payouts' }, { label: title }]} />
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
      {invoices.length > 0 && (
        <Panel
          flush
          id="invoices"
          title="Invoices"
          note="Of selling fees, and credit notes for fees that were returned."
        >
          <InvoiceTable invoices={invoices} />
        </Panel>
      )}
    </>
  );
}
