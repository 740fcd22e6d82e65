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
      title="Shown and pressed"
      id="days"
      note="Counted by day in UTC: seen for a second by half, and pressed. Nobody is followed, so one person may count twice."
      actions={<StatusDot tone={tone}>{word}</StatusDot>}
    >
      {ad.days.length === 0 ? (
        <p className="dim">Nobody has seen it yet.</p>
      ) : (
        <table className="adm-days">
          <thead>
            <tr>
              <th>Day</th>
              <th>Shown</th>
              <th>Pressed</th>
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
              <th scope="row">In all</th>
              <td>{formatNumber(ad.shown)}</td>
              <td>{formatNumber(ad.pressed)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Panel>
  );
}
