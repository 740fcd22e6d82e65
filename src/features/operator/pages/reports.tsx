import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { type ReportQuery, reportQuery } from '#features/messages/contract.ts';
import { reportedTitle } from '#features/messages/words.ts';
import { listAddress } from '#kernel/paging.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { reportStanding } from '../components/report-standing.ts';
import { ShelfTabs } from '../components/shelf-tabs.tsx';
import type { ReportQueueView } from '../contract.ts';
import { listNamedReports } from '../look-at-named-report.server.ts';
import { requirePageOperator } from '../page-operator.server.ts';

const shelves: readonly { show: ReportQuery['show']; label: string; none: string }[] = [
  { show: 'open', label: 'Waiting', none: 'Nobody waits for an answer.' },
  { show: 'mine', label: 'Taken by you', none: 'You have taken none.' },
  { show: 'claimed', label: 'Taken by others', none: 'Nobody else has taken one.' },
  { show: 'answered', label: 'Answered', none: 'None was answered yet.' },
];

export async function loader(args: LoaderFunctionArgs) {
  const operator = await requirePageOperator(args, 'look at reports');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const given = Object.fromEntries(['show', 'cursor'].flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name)]] : [])));
  try {
    const asked = parseInput(reportQuery, { ...given, limit: 50 });
    const page = await listNamedReports(platform, asked, operator.id);
    return { ...page, show: asked.show, isFirst: asked.cursor === undefined, readerId: operator.id, now: platform.clock.now().toISOString() };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Reports', description: 'What members reported.', path: '/admin/reports', noIndex: true });

export default function ReportsPage() {
  const { items, nextCursor, show, isFirst, readerId, now } = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <>
      <div className="page-h adm-h">
        <div>
          <h1>Reports</h1>
          <p>What members reported of each other, the longest waiting first.</p>
        </div>
        <ButtonLink to="/admin/texts" size="sm">
          Texts for statements
        </ButtonLink>
      </div>
      <section className="panel flush" aria-label="Reports">
        <ShelfTabs label="Which reports" at="/admin/reports" shelves={shelves} show={show} />
        {items.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState title="Nothing here">{shelves.find((shelf) => shelf.show === show)?.none}</EmptyState>
          </div>
        ) : (
          <ReportTable reports={items} readerId={readerId} now={now} />
        )}
      </section>
      <PageLinks
        label="More reports"
        newest={!isFirst && ['First', listAddress('/admin/reports', { show })]}
        older={nextCursor !== null && ['More', listAddress('/admin/reports', { show, cursor: nextCursor })]}
      />
    </>
  );
}

function ReportTable({ reports, readerId, now }: { reports: ReportQueueView['items']; readerId: string; now: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Reports, scrollable table">
      <table className="tbl adm-a adm-o">
        <thead>
          <tr>
            <th>Since</th>
            <th>Reported</th>
            <th>Why</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((one) => {
            const { tone, word } = reportStanding(one, readerId);
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
        </tbody>
      </table>
    </section>
  );
}
