import { Suspense } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { finishName } from '#features/catalogue/words.ts';
import { languageName } from '#features/listings/widgets.tsx';
import { formatMoney } from '#kernel/money.ts';
import { dayMonthYear, lasting } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { conditionWords } from '#ui/conditions.ts';
import { Select } from '#ui/field.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Panel } from '#ui/panel.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { allDays, enoughSales, openDays, outlierFactor, outliersAmong, pairCountsAgainMs } from '../price.rules.ts';
import type { PricePanelData } from '../price-panel.server.ts';
import './prices.css';

const PriceChart = lazyPart(() => import('./price-chart.tsx'));

const windowWords = (days: number) => (days === allDays ? '1 year' : `${days} days`);
const salesOf = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'sale' : 'sales'}`;
const conditionName = (key: string) => (key === 'graded' ? 'Graded' : (conditionWords.find((words) => words.key === key)?.long ?? key));

const choosers = [
  ['condition', 'Condition', 'Every condition', conditionName],
  ['finish', 'Finish', 'Every finish', finishName],
  ['language', 'Language', 'Every language', languageName],
] as const;

/** What a card was sold for: chosen by kind and time, as figures, as a drawing and as a table. `at` is the address of the page that shows it. */
export function PricePanel({ data, at }: { data: PricePanelData | null; at: string }) {
  if (!data)
    return (
      <Panel id="prices" title="Price history" className="mb-10">
        <p className="dim">No copy of this card was sold here in the last year. The first sale shows here.</p>
      </Panel>
    );
  const { prices, chosen, windows, wasShortened } = data;
  const address = (days: number) => `${at}?${new URLSearchParams({ ...chosen, days: String(days) })}#prices`;
  const first = windows.find(({ isOpen }) => !isOpen);
  return (
    <Panel
      id="prices"
      title="Price history"
      note="What buyers paid for one copy, without post."
      className="mb-10"
      actions={
        <Segmented
          label="How far back"
          options={windows.filter(({ isOpen }) => isOpen).map(({ days }) => ({ value: String(days), label: windowWords(days), to: address(days) }))}
          value={String(prices.days)}
        />
      }
    >
      <Kinds data={data} at={at} />
      {first && (
        <p className="dim mb-3">
          {wasShortened && `That is further back than your plan sees: these are the last ${openDays} days. `}
          Up to a year back, the middle half and each sale are part of{' '}
          <Link className="link" to="/premium">
            premium
          </Link>
          .
        </p>
      )}
      <Figures data={data} />
      {prices.series.length > 0 && (
        <Suspense>
          <PriceChart prices={prices} />
        </Suspense>
      )}
      <AsTable data={data} />
      <details className="mt-2">
        <summary>How this is counted</summary>
        <p className="dim mt-2 max-w-[72ch]">
          Each paid order counts once, at the price of one copy. Left out are orders that were called off or refunded; of one that was refunded in
          part the cards that the refund names, or all where it names none; sales between accounts that look like one person’s, a second sale between
          the same two members within {lasting(pairCountsAgainMs)}, and, from {enoughSales} sales on, prices more than {outlierFactor} times above or
          below the median where at most one in {outliersAmong} is. Of fewer than {enoughSales} sales no median is said. Currencies are never
          converted.
        </p>
      </details>
    </Panel>
  );
}

/** Sent as soon as one is chosen; by its button without script. */
function Kinds({ data: { choices, chosen, prices }, at }: { data: PricePanelData; at: string }) {
  const submit = useSubmit();
  const currencies = choices.currency;
  if (currencies.length < 2 && choosers.every(([field]) => choices[field].length < 2)) return null;
  return (
    <Form
      className="price-k"
      action={`${at}#prices`}
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      {choosers.map(([field, label, every, nameOf]) =>
        choices[field].length > 1 ? (
          <Select key={`${field} ${chosen[field]}`} label={label} name={field} mark={false} defaultValue={chosen[field]} id={`price-${field}`}>
            <option value="">{every}</option>
            {choices[field].map((value) => (
              <option key={value} value={value}>
                {nameOf(value)}
              </option>
            ))}
          </Select>
        ) : (
          <input key={field} type="hidden" name={field} value={chosen[field]} />
        ),
      )}
      {currencies.length > 1 && (
        <Select key={`currency ${prices.currency}`} label="Paid in" name="currency" mark={false} defaultValue={prices.currency} id="price-currency">
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      )}
      <input type="hidden" name="days" value={prices.days} />
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </Form>
  );
}

function Figures({ data: { prices } }: { data: PricePanelData }) {
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
          asks.low ? `${asks.count.toLocaleString('en')} for sale from ${formatMoney(asks.low)}` : 'None for sale now',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

function AsTable({ data }: { data: PricePanelData }) {
  const { series, days, enough } = data.prices;
  if (series.length === 0) return null;
  const hasHalf = series.some(({ spread }) => spread);
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
              {hasHalf && <th scope="col">Middle half</th>}
              <th scope="col">Sales</th>
            </tr>
          </thead>
          <tbody>
            {[...series].reverse().map(({ date, median, count, spread }) => (
              <tr key={date}>
                <th scope="row">{dayMonthYear(new Date(date))}</th>
                <td className="tnum">{formatMoney(median)}</td>
                {hasHalf && <td className="tnum">{spread && `${formatMoney(spread.low)} to ${formatMoney(spread.high)}`}</td>}
                <td className="tnum">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-2">
        <a className="link" href={csvAddress(data)} download>
          Download as CSV
        </a>
      </p>
    </details>
  );
}

function csvAddress({ cardId, prices: { days, currency }, chosen: { currency: _any, ...kind } }: PricePanelData): string {
  const asked = Object.entries({ ...kind, days: String(days), currency }).filter(([, value]) => value !== '');
  return `/api/catalogue/cards/${cardId}/prices.csv?${new URLSearchParams(asked)}`;
}
