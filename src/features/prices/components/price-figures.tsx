import { formatNumber, formatUnit, plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import type { SoldPrices } from '../contract.ts';
import { allDays, enoughSales, openDays } from '../price.rules.ts';

export const windowWords = (days: number) => (days === allDays ? formatUnit(1, 'year') : formatUnit(days, 'day'));

/** Median, lowest, middle half and what is for sale; where there are too few sales, that. */
export function Figures({ prices }: { prices: SoldPrices }) {
  const { median, low, count, spread, asks, days } = prices;
  const period = windowWords(days);
  return (
    <div className="price-f">
      {median ? (
        <p>
          <strong className="tnum">{formatMoney(median)}</strong>{' '}
          <span className="dim">
            {plural(count, { one: `median of # sale in ${period}`, other: `median of # sales in ${period}` })}
          </span>
        </p>
      ) : (
        <p>
          <strong>{count === 0 ? 'No sales' : 'Few sales'}</strong>{' '}
          <span className="dim">
            {count === 0
              ? `None of this version sold in ${period}.`
              : plural(count, {
                  one: `# sale in ${period}. We show a median from ${formatNumber(enoughSales)} sales.`,
                  other: `# sales in ${period}. We show a median from ${formatNumber(enoughSales)} sales.`,
                })}
          </span>
        </p>
      )}
      <p className="dim">
        {[
          low && `Lowest ${formatMoney(low)}`,
          spread && `Typical range ${formatMoney(spread.low)} to ${formatMoney(spread.high)} (middle 50% of sales)`,
          asks.low ? `${formatNumber(asks.count)} for sale from ${formatMoney(asks.low)}` : 'None for sale',
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
      <summary>View as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw mt-2" tabIndex={0} aria-label="Prices, scrollable table">
        <table className="tbl compact">
          <caption className="sr">{captionOf(enough, days > openDays)}</caption>
          <thead>
            <tr>
              <th scope="col">{days > openDays ? 'Week of' : 'Day'}</th>
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
          Download CSV
        </a>
      </p>
    </details>
  );
}

function captionOf(isMedian: boolean, isWeekly: boolean): string {
  if (isMedian) return isWeekly ? 'Median sold prices by week' : 'Median sold prices by day';
  return isWeekly ? 'Sold prices by week' : 'Sold prices by day';
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
