import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { dateAndTime, secondMs } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { HealthView } from '../contract.ts';
import { presentHealth } from '../health-and-jobs/health.present.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at the market’s health');
  return presentHealth(pageScope(args.context).platform);
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Health',
    description: 'Issues that need attention.',
    path: '/admin/health',
    noIndex: true,
  });

const everyMs = 20 * secondMs;

export default function HealthPage() {
  const { isWell, checkedAt, troubles } = useLoaderData<typeof loader>();
  useLive('operator', {});
  const { revalidate } = useRevalidator();
  // The live channel sends the begin and end of an alert; the counts are polled while the page is open.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), everyMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  const waiting = troubles.filter(({ count }) => count !== 0);
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Health</h1>
          <p>
            Issues that need attention. Checked on <time dateTime={checkedAt}>{dateAndTime(new Date(checkedAt))}</time>,
            updated every 20 seconds.
          </p>
        </div>
      </div>
      {isWell ? (
        <Note tone="success" className="mb-5">
          Nothing needs attention.
        </Note>
      ) : (
        <ul className="adm-troubles">
          {waiting.map((one) => (
            <Trouble key={one.name} trouble={one} now={checkedAt} />
          ))}
        </ul>
      )}
      <Checked troubles={troubles} />
    </>
  );
}

const toneOf = { urgent: 'bad', soon: 'waiting' } as const;

function Trouble({ trouble, now }: { trouble: HealthView['troubles'][number]; now: string }) {
  const { name, severity, sentence, count, isMore, since, advice, to } = trouble;
  return (
    <li className="panel">
      <div className="adm-trouble">
        <p className="adm-count tnum">{count === null ? '?' : `${formatNumber(count)}${isMore ? '+' : ''}`}</p>
        <div className="adm-say">
          <h2>{sentence}</h2>
          <p>
            {count === null ? 'Couldn’t run this check. See the server log.' : advice}{' '}
            {to && <Link to={to}>View details</Link>}
          </p>
          <p className="dim">
            <code className="adm-id">{name}</code>
            {since && (
              <>
                {' '}
                · Started <RelativeTime at={since} now={now} ago />
              </>
            )}
          </p>
        </div>
        <StatusDot tone={toneOf[severity]}>{severity === 'urgent' ? 'Urgent' : 'Not urgent'}</StatusDot>
      </div>
    </li>
  );
}

function Checked({ troubles }: { troubles: HealthView['troubles'] }) {
  return (
    <section className="panel flush" aria-labelledby="checked">
      <div className="ph pad">
        <h2 id="checked">All checks</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw" tabIndex={0} aria-label="Checks, scrollable table">
        <table className="tbl adm-h-t">
          <thead>
            <tr>
              <th>Check</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {troubles.map(({ name, severity, sentence, count, isMore }) => (
              <tr key={name}>
                <td className="adm-what">
                  {sentence}
                  <span className="adm-why">
                    <code>{name}</code>
                  </span>
                </td>
                <td>
                  {count === 0 ? (
                    <StatusDot tone="live">None</StatusDot>
                  ) : (
                    <StatusDot tone={toneOf[severity]}>
                      {count === null ? 'Unknown' : `${formatNumber(count)}${isMore ? '+' : ''}`}
                    </StatusDot>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
