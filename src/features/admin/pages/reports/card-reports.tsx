import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardReportList } from '../../components/reports/card-report-list.tsx';
import { listCardReports } from '../../reports/card-reports.server.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'correct a card');
  return listCardReports(pageScope(args.context).platform);
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Card data',
    description: 'Reports of wrong card data.',
    path: '/admin/card-reports',
    noIndex: true,
  });

export default function CardReportsPage() {
  const reports = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Card data</h1>
          <p>Reports of wrong card data, the oldest first. Open a card to correct it or to close its reports.</p>
        </div>
      </div>
      <Panel className="adm-narrow">
        {reports.length === 0 ? (
          <EmptyState title="No reports">Reports that members send from a card’s page appear here.</EmptyState>
        ) : (
          <CardReportList reports={reports} withCard />
        )}
      </Panel>
    </>
  );
}
