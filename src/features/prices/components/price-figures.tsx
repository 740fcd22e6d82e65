import { formatNumber } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import type { SoldPrices } from '../contract.ts';
import { allDays, enoughSales, openDays } from '../price.rules.ts';

export const windowWords = (days: number) => (days === allDays ? '1 year' : `${days} days`);
const salesOf = (n: number) => `${formatNumber(n)} ${n === 1 ? 'sale' : 'sales'}`;

/** Median, lowest, middle half and what is for sale; where there are too few sales, that. */
export function Figures({ prices }: { prices: SoldPrices }) {
  const { median, low, count, spread, asks, days } = prices;
  return (
    <div className="price-f">
      {median ? (
        <p>
          <strong className="tnum">{formatMoney(median)}</strong>{' '}
          <span className="dim">
            median of {salesOf(count)} in {windowWords(days)}
          </span>
        </p>
      ) : (
        <p>
          <strong>{count === 0 ? 'No sales' : 'Few sales'}</strong>{' '}
          <span className="dim">
            {count === 0
              ? `of this kind in ${windowWords(days)}.`
              : `${salesOf(count)} in ${windowWords(days)}: from ${enoughSales} on a median is said.`}
          </span>
        </p>
      )}
      <p className="dim">
        {[
          low && `Lowest ${formatMoney(low)}`,
          spread && `Half of them between ${formatMoney(spread.low)} and ${formatMoney(spread.high)}`,
          asks.low ? `${formatNumber(asks.count)} for sale from ${formatMoney(asks.low)}` : 'None for sale now',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

/** What the drawing says, row by row, and as a file. */
export function AsTable({ prices, cardId, kind }: { prices: SoldPrices; cardId: string; kind: PriceKind }) {
  const { series, days, enough } = prices;
  if (series.length === 0) return null;
  return (
    <details className="mt-3">
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw mt-2" tabIndex={0} aria-label="Prices, scrollable table">
        <table className="tbl compact">
          <caption className="sr">
            {enough ? 'Median of what was paid' : 'What was paid'}, by {days > openDays ? 'week' : 'day'}
          </caption>
          <thead>
            <tr>
              <th scope="col">{days > openDays ? 'Week from' : 'Day'}</th>
              <th scope="col">{enough ? 'Median' : 'Price'}</th>
              <th scope="col">Typical range</th>
              <th scope="col">Sales</th>
            </tr>
          </thead>
          <tbody>
            {[...series].reverse().map(({ date, median, count, spread }) => (
              <tr key={date}>
                <th scope="row">{calendarDay(new Date(date))}</th>
                <td className="tnum">{formatMoney(median)}</td>
                <td className="tnum">{`${formatMoney(spread.low)} to ${formatMoney(spread.high)}`}</td>
                <td className="tnum">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-2">
        <a className="link" href={pricesAddress(cardId, kind, prices, '.csv')} download>
          Download as CSV
        </a>
      </p>
    </details>
  );
}

/** Which copies of a card a figure is about; an empty text is every one. */
export interface PriceKind {
  condition: string;
  finish: string;
  language: string;
}

/** The address of a kind's prices in the API, as data or with `.csv` as a file. */
export function pricesAddress(
  cardId: string,
  kind: PriceKind,
  { days, currency }: { days: number; currency: string },
  file: '' | '.csv' = '',
): string {
  const query = Object.entries({ ...kind, days: String(days), currency }).filter(([, value]) => value !== '');
  return `/api/catalogue/cards/${cardId}/prices${file}?${new URLSearchParams(query)}`;
}
