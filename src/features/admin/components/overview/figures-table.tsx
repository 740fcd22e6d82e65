import { formatList, formatNumber } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { Figures, OverviewFigures } from '../../overview/figures.server.ts';

const sums = (amounts: readonly Money[]) =>
  amounts.length === 0 ? '–' : formatList(amounts.map((amount) => formatMoney(amount)));

const rows: readonly [string, (of: Figures) => string][] = [
  ['Completed sales', ({ sales }) => formatNumber(sales.reduce((sum, { orders }) => sum + orders, 0))],
  ['Sales incl. shipping', ({ sales }) => sums(sales.map(({ paid }) => paid))],
  ['Selling fees', ({ sales }) => sums(sales.map(({ fees }) => fees))],
  ['New members', ({ newMembers }) => formatNumber(newMembers)],
  ['New sellers', ({ newSellers }) => formatNumber(newSellers)],
];

/** The site's numbers of today and of the last 30 days. */
export function FiguresTable({ figures: { today, month, activeListings } }: { figures: OverviewFigures }) {
  return (
    <Panel title="Activity" note="Days are in UTC. A new seller publishes a first listing." id="activity">
      <table className="adm-figures">
        <thead>
          <tr>
            <td />
            <th scope="col">Today</th>
            <th scope="col">Last 30 days</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, read]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{read(today)}</td>
              <td>{read(month)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Active listings</th>
            <td colSpan={2}>{formatNumber(activeListings)}</td>
          </tr>
        </tbody>
      </table>
    </Panel>
  );
}
