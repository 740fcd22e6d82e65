import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { type AppealsQuery, appealsQuery } from '#features/moderation/contract.ts';
import { decisionLabel } from '#features/moderation/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { listNamedAppeals } from '../../appeals/find-appeal.server.ts';
import { QueuePage } from '../../components/queue-page.tsx';
import { QueueTable } from '../../components/queue-table.tsx';
import { appealStatus } from '../../components/reports/appeal-status.ts';
import type { AppealPageView } from '../../contract.ts';
import { loadQueue } from '../../shell/load-queue.server.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

const queues: readonly { show: AppealsQuery['show']; label: string; empty: string; none: string }[] = [
  { show: 'waiting', label: 'Open', empty: 'No open appeals', none: 'New appeals appear here.' },
  { show: 'answered', label: 'Closed', empty: 'No closed appeals', none: 'Appeals appear here after a decision.' },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadQueue(args, await requirePageAdmin(args, 'look at appeals'), {
    query: appealsQuery,
    list: (platform, query, adminId) => listNamedAppeals(platform, adminId, query),
  });

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Appeals',
    description: 'Appeals against moderation decisions.',
    path: '/admin/appeals',
    noIndex: true,
  });

export default function AppealsPage() {
  const page = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <QueuePage
      title="Appeals"
      lead="Appeals against moderation decisions."
      at="/admin/appeals"
      shelves={queues}
      show={page.show}
      empty={queues.find(({ show }) => show === page.show)?.empty}
      page={page}
    >
      <AppealTable appeals={page.items} now={page.now} />
    </QueuePage>
  );
}

function AppealTable({ appeals, now }: { appeals: AppealPageView['items']; now: string }) {
  return (
    <QueueTable of="Appeals" columns={['Since', 'Decision', 'Appeal', 'Status']}>
      {appeals.map((one) => {
        const { tone, word } = appealStatus(one);
        return (
          <tr key={one.id}>
            <td className="dim tnum">
              <RelativeTime at={one.appeal?.at ?? one.decidedAt} now={now} ago />
            </td>
            <td>
              <Link className="adm-name" to={`/admin/appeals/${one.id}`}>
                {decisionLabel(one.act)}
              </Link>
              <span className="adm-why">
                {one.memberName ?? deletedName}
                {one.subject.title !== null && `: ${one.subject.title}`}
              </span>
            </td>
            <td className="adm-what" dir="auto">
              {one.appeal?.text}
            </td>
            <td>
              <StatusDot tone={tone}>{word}</StatusDot>
            </td>
          </tr>
        );
      })}
    </QueueTable>
  );
}
