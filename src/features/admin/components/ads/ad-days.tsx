import type { AdFacts } from '#features/ads/contract.ts';
import { formatNumber } from '#kernel/format.ts';
import { calendarDay } from '#kernel/time.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { adStatus } from './ad-status.ts';

/** How often an ad was seen and pressed, day by day. */
export function AdDays({ ad }: { ad: AdFacts }) {
  const { tone, word } = adStatus(ad.state);
  return (
    <Panel
      title="Views and clicks"
      id="days"
      note="Counted per day in UTC. A view means that half of the ad was visible for one second. People aren’t tracked, so one person can count more than once."
      actions={<StatusDot tone={tone}>{word}</StatusDot>}
    >
      {ad.days.length === 0 ? (
        <p className="dim">No views yet.</p>
      ) : (
        <table className="adm-days">
          <thead>
            <tr>
              <th>Day</th>
              <th>Views</th>
              <th>Clicks</th>
            </tr>
          </thead>
          <tbody>
            {ad.days.map(({ day, shown, pressed }) => (
              <tr key={day}>
                <td>{calendarDay(new Date(day))}</td>
                <td>{formatNumber(shown)}</td>
                <td>{formatNumber(pressed)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Total</th>
              <td>{formatNumber(ad.shown)}</td>
              <td>{formatNumber(ad.pressed)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Panel>
  );
}
