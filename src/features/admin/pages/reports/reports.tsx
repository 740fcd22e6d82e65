import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { type ReportQuery, reportQuery } from '#features/messages/contract.ts';
import { reportedTitle } from '#features/messages/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { QueuePage } from '../../components/queue-page.tsx';
import { QueueTable } from '../../components/queue-table.tsx';
import { reportStatus } from '../../components/reports/report-status.ts';
import type { ReportQueueView } from '../../contract.ts';
import { listNamedReports } from '../../reports/find-report.server.ts';
import { loadQueue } from '../../shell/load-queue.server.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

const queues: readonly { show: ReportQuery['show']; label: string; empty: string; none: string }[] = [
  { show: 'open', label: 'Open', empty: 'No open reports', none: 'New reports appear here.' },
  {
    show: 'mine',
    label: 'Assigned to you',
    empty: 'No reports assigned to you',
    none: 'Assign an open report to yourself.',
  },
  {
    show: 'claimed',
    label: 'Assigned to others',
    empty: 'No reports assigned to others',
    none: 'Reports that other admins review appear here.',
  },
  { show: 'answered', label: 'Closed', empty: 'No closed reports', none: 'Reports appear here after a decision.' },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadQueue(args, await requirePageAdmin(args, 'look at reports'), {
    query: reportQuery,
    list: listNamedReports,
  });

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Reports', description: 'Reports from members.', path: '/admin/reports', noIndex: true });

export default function ReportsPage() {
  const page = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <QueuePage
      title="Reports"
      lead="Reports about members and their content."
      aside={
        <ButtonLink to="/admin/texts" size="sm">
          Response templates
        </ButtonLink>
      }
      at="/admin/reports"
      shelves={queues}
      show={page.show}
      empty={queues.find(({ show }) => show === page.show)?.empty}
      page={page}
    >
      <ReportTable reports={page.items} readerId={page.readerId} now={page.now} />
    </QueuePage>
  );
}

function ReportTable({ reports, readerId, now }: { reports: ReportQueueView['items']; readerId: string; now: string }) {
  return (
    <QueueTable of="Reports" columns={['Since', 'Reported', 'Reason', 'Status']}>
      {reports.map((one) => {
        const { tone, word } = reportStatus(one, readerId);
        const what = reportedTitle(
          { subjectKind: one.subject.kind, subjectTitle: one.subject.title },
          one.reportedName ?? deletedName,
        );
        return (
          <tr key={one.id}>
            <td className="dim tnum">
              <RelativeTime at={one.createdAt} now={now} ago />
            </td>
            <td>
              <Link className="adm-name" to={`/admin/reports/${one.id}`}>
                {what}
              </Link>
              <span className="adm-why">Reported by {one.reporterName ?? deletedName}</span>
            </td>
            <td className="adm-what">{one.reason}</td>
            <td>
              <StatusDot tone={tone}>{word}</StatusDot>
            </td>
          </tr>
        );
      })}
    </QueueTable>
  );
}
