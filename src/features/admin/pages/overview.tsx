import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { FiguresTable } from '../components/overview/figures-table.tsx';
import { FindForm } from '../components/overview/find-form.tsx';
import { presentHealth } from '../health-and-jobs/health.present.server.ts';
import { readFigures } from '../overview/figures.server.ts';
import { type LastBackup, readLastBackup } from '../overview/last-backup.server.ts';
import { type QueueRow, readQueues } from '../overview/queues.server.ts';
import { version } from '../overview/version.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at the overview');
  const { platform } = pageScope(args.context);
  const [figures, queues, health, backup] = await Promise.all([
    readFigures(platform),
    readQueues(platform, admin.id),
    presentHealth(platform),
    readLastBackup(platform),
  ]);
  const alerts = health.troubles.filter(({ count }) => count !== 0).length;
  const checks = health.troubles.length;
  return { figures, queues, alerts, checks, backup, version, now: platform.clock.now().toISOString() };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Overview',
    description: 'Sales, members, queues and health.',
    path: '/admin',
    noIndex: true,
  });

export default function OverviewPage() {
  const { figures, queues, alerts, checks, backup, version, now } = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <>
      <div className="page-h">
        <h1>Overview</h1>
        <FindForm />
      </div>
      <div className="adm-two">
        <div className="adm-col">
          <Queues queues={queues} now={now} />
          <FiguresTable figures={figures} />
        </div>
        <Panel
          title="Health"
          id="health"
          actions={
            <Link className="link" to="/admin/health">
              View health
            </Link>
          }
        >
          <Definitions
            rows={[
              [
                'Alerts',
                <StatusDot key="alerts" tone={alerts === 0 ? 'live' : 'bad'}>
                  {alerts === 0 ? 'None' : formatNumber(alerts)}
                </StatusDot>,
              ],
              ['Checks', formatNumber(checks)],
              ['Last backup', <Backup key="backup" backup={backup} now={now} />],
              ['Version', version],
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

function Backup({ backup: { at, isOverdue }, now }: { backup: LastBackup; now: string }) {
  return (
    <>
      {at ? <RelativeTime at={at} now={now} ago /> : 'None recorded'}
      {isOverdue && (
        <>
          {' '}
          <StatusDot tone="bad">Overdue</StatusDot>
        </>
      )}
    </>
  );
}

function Queues({ queues, now }: { queues: readonly QueueRow[]; now: string }) {
  return (
    <Panel title="Queues" id="queues">
      <table className="adm-figures">
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col">Waiting</th>
            <th scope="col">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ label, to, count, oldest }) => (
            <tr key={to}>
              <th scope="row">
                <Link className="adm-name" to={to}>
                  {label}
                </Link>
              </th>
              <td>{count === 0 ? 'None' : <StatusDot tone="waiting">{formatNumber(count)}</StatusDot>}</td>
              <td>{oldest ? <RelativeTime at={oldest} now={now} ago /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
