import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { type ReportQuery, reportQuery } from '#features/messages/contract.ts';
import { reportedTitle } from '#features/messages/words.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { QueuePage } from '../components/queue-page.tsx';
import { QueueTable } from '../components/queue-table.tsx';
import { reportStatus } from '../components/reports/report-status.ts';
import type { ReportQueueView } from '../contract.ts';
import { listNamedReports } from '../reports/find-report.server.ts';
import { loadQueue } from '../shell/load-queue.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const queues: readonly { show: ReportQuery['show']; label: string; none: string }[] = [
  { show: 'open', label: 'Waiting', none: 'Nobody waits for an answer.' },
  { show: 'mine', label: 'Taken by you', none: 'You have taken none.' },
  { show: 'claimed', label: 'Taken by others', none: 'Nobody else has taken one.' },
  { show: 'answered', label: 'Answered', none: 'None was answered yet.' },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadQueue(args, await requirePageAdmin(args, 'look at reports'), {
    query: reportQuery,
    list: listNamedReports,
  });

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Reports', description: 'What members reported.', path: '/admin/reports', noIndex: true });

export default function ReportsPage() {
  const page = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <QueuePage
      title="Reports"
      lead="What members reported of each other, the longest waiting first."
      aside={
        <ButtonLink to="/admin/texts" size="sm">
          Texts for statements
        </ButtonLink>
      }
      at="/admin/reports"
      shelves={queues}
      show={page.show}
      page={page}
    >
      <ReportTable reports={page.items} readerId={page.readerId} now={page.now} />
    </QueuePage>
  );
}

function ReportTable({ reports, readerId, now }: { reports: ReportQueueView['items']; readerId: string; now: string }) {
  return (
    <QueueTable of="Reports" columns={['Since', 'Reported', 'Why', 'State']}>
      {reports.map((one) => {
        const { tone, word } = reportStatus(one, readerId);
        const what = reportedTitle(
          { subjectKind: one.subject.kind, subjectTitle: one.subject.title },
          one.reportedName ?? 'a member who has left',
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
              <span className="adm-why">by {one.reporterName ?? 'a member who has left'}</span>
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
