import type { Comparison } from '#features/payouts/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Panel } from '#ui/page/panel.tsx';

/** The comparisons with Stripe: a row for each day and currency. */
export function ComparisonDays({ days }: { days: Comparison['days'] }) {
  return (
    <Panel title="Comparison with Stripe" id="comparison" note="The last comparison of each day. Days are in UTC.">
      {days.length === 0 ? (
        <p className="dim">The first comparison runs tonight.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        <section className="tw" tabIndex={0} aria-label="Comparison with Stripe, scrollable table">
          <table className="adm-figures adm-money">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Currency</th>
                <th scope="col">Stripe</th>
                <th scope="col">Ledger</th>
                <th scope="col">Under way</th>
                <th scope="col">Difference</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, currency, atStripe, ledger, underWay, difference }) => (
                <tr key={`${day} ${currency}`}>
                  <th scope="row">{calendarDay(new Date(day))}</th>
                  <td>{currency}</td>
                  <td>{formatMoney(atStripe)}</td>
                  <td>{formatMoney(ledger)}</td>
                  <td>{underWay.amount === 0 ? '–' : formatMoney(underWay)}</td>
                  <td>
                    {difference.amount === 0 ? (
                      <StatusDot tone="live">None</StatusDot>
                    ) : (
                      <StatusDot tone="bad">{formatMoney(difference)}</StatusDot>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
