import type { Earnings } from '#features/orders/index.server.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Panel } from '#ui/page/panel.tsx';

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthName = (month: string) => names[Number(month.slice(5)) - 1] ?? month;
const withYear = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`;
const ordersOf = (n: number) => plural(n, { one: '# order', other: '# orders' });

/** What was earned in the last twelve months, by month and currency: as a drawing and as a table that says the same. */
export function EarningsPanel({ earnings }: { earnings: readonly Earnings[] }) {
  return (
    <Panel id="earnings" title="Earnings by month" note="Sales including shipping, after fees and refunds.">
      {earnings.map((own) => (
        <OneCurrency key={own.currency} own={own} />
      ))}
    </Panel>
  );
}

function OneCurrency({ own }: { own: Earnings }) {
  const { currency, months, total } = own;
  const money = (amount: number): Money => ({ amount, currency });
  return (
    <div className="earn">
      <p className="earn-sum">
        <strong>{formatMoney(money(total))}</strong> <span className="dim">in the last 12 months</span>
      </p>
      <Bars own={own} />
      <details>
        <summary>View as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
        <section className="tw" tabIndex={0} aria-label={`Earnings in ${currency}, scrollable table`}>
          <table className="earn-t">
            <caption className="sr">Earnings by month in {currency}</caption>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Orders</th>
                <th scope="col">Earnings</th>
              </tr>
            </thead>
            <tbody>
              {[...months].reverse().map(({ month, amount, orders }) => (
                <tr key={month}>
                  <th scope="row">{withYear(month)}</th>
                  <td>{formatNumber(orders)}</td>
                  <td>{formatMoney(money(amount))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}

const height = 290;
const [top, foot] = [22, 24];

/**
 * Rendered on the server: positions are shares of the width, so that bars stretch and text does not. The colours are
 * those of the theme.
 */
function Bars({ own: { currency, months } }: { own: Earnings }) {
  const most = Math.max(1, ...months.map(({ amount }) => amount));
  const best = months.find(({ amount }) => amount === most);
  const share = 100 / months.length;
  const said = best
    ? `The best month was ${withYear(best.month)} with ${formatMoney({ amount: best.amount, currency })}.`
    : 'No earnings after refunds.';
  return (
    <svg
      className="earn-c"
      width="100%"
      height={height}
      role="img"
      aria-label={`Earnings of the last 12 months in ${currency}. ${said}`}
    >
      <line className="grid" x1="0" x2="100%" y1={height - foot} y2={height - foot} />
      {months.map(({ month, amount, orders }, at) => {
        const tall = Math.max(0, (amount / most) * (height - top - foot));
        return (
          <g key={month}>
            <title>{`${withYear(month)}: ${formatMoney({ amount, currency })} from ${ordersOf(orders)}`}</title>
            <rect
              x={`${at * share + share * 0.18}%`}
              y={height - foot - tall}
              width={`${share * 0.64}%`}
              height={tall}
              rx="3"
            />
            {month === best?.month && (
              <text
                x={`${Math.min(Math.max((at + 0.5) * share, 9), 91)}%`}
                y={height - foot - tall - 7}
                textAnchor="middle"
                className="top"
              >
                {formatMoney({ amount, currency })}
              </text>
            )}
            <text x={`${(at + 0.5) * share}%`} y={height - 7} textAnchor="middle">
              {monthName(month)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
