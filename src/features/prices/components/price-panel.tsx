import { Suspense } from 'react';
import { Form, useSubmit } from 'react-router';
import { finishName } from '#features/catalogue/words.ts';
import { languageName } from '#features/listings/widgets.tsx';
import { conditionNames } from '#kernel/cards/conditions.ts';
import { ownValue } from '#kernel/own-value.ts';
import { lasting } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Panel } from '#ui/page/panel.tsx';
import { enoughSales, outlierFactor, outliersAmong, pairCountsAgainMs, priceWindows } from '../price.rules.ts';
import type { lockedPrices, PricePanelData } from '../price-panel.server.ts';
import { LockedPrices } from './locked-prices.tsx';
import { AsTable, Figures, windowWords } from './price-figures.tsx';
import './prices.css';

const PriceChart = lazyPart(() => import('./price-chart.tsx'));

const conditionName = (key: string) => (key === 'graded' ? 'Graded' : (ownValue(conditionNames, key) ?? key));

const choosers = [
  ['condition', 'Condition', 'Any condition', conditionName],
  ['finish', 'Finish', 'Any finish', finishName],
  ['language', 'Language', 'Any language', languageName],
] as const;

/**
 * What a card was sold for: chosen by kind and time, as figures, as a drawing and as a table. `at` is the address of
 * the page that shows it.
 */
export function PricePanel({ data, at }: { data: PricePanelData | typeof lockedPrices | null; at: string }) {
  if (data === 'needs premium') return <LockedPrices />;
  if (!data)
    return (
      <Panel id="prices" title="Price history">
        <p className="dim">No sales in the last year.</p>
      </Panel>
    );
  const { prices, chosen, today } = data;
  const { currency: _paidIn, ...kind } = chosen;
  const address = (days: number) => `${at}?${new URLSearchParams({ ...chosen, days: String(days) })}#prices`;
  return (
    <Panel
      id="prices"
      title="Price history"
      note="Sold prices per card, excluding shipping."
      className="price-box"
      actions={
        <Segmented
          label="Period"
          options={priceWindows.map((days) => ({ value: String(days), label: windowWords(days), to: address(days) }))}
          value={String(prices.days)}
        />
      }
    >
      <Kinds data={data} at={at} />
      <Figures prices={prices} />
      {prices.series.length > 0 && (
        <Suspense>
          <PriceChart prices={prices} today={today} />
        </Suspense>
      )}
      <AsTable prices={prices} cardId={data.cardId} kind={kind} />
      <details className="mt-2">
        <summary>Counted sales</summary>
        <div className="dim mt-2 max-w-[72ch]">
          <p>Completed orders count, at the price of one copy. These don’t count:</p>
          <ul className="my-2 list-disc pl-5">
            <li>
              Cancelled and refunded orders. After a partial refund, the refunded cards, or all cards if the refund
              names no cards.
            </li>
            <li>Sales between accounts that seem to belong to one person.</li>
            <li>
              Another purchase by the same buyer (by account, payment method or network) within{' '}
              {lasting(pairCountsAgainMs)}.
            </li>
            <li>Another sale between the same two members within {lasting(pairCountsAgainMs)}.</li>
            <li>
              Prices more than {outlierFactor} times above or below the median, from {enoughSales} sales. If more than 1
              in {outliersAmong} sales is this far from the median, all prices count.
            </li>
          </ul>
          <p>With fewer than {enoughSales} sales, no median is shown. Currencies are never converted.</p>
        </div>
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
          <Select
            key={`${field} ${chosen[field]}`}
            label={label}
            name={field}
            mark={false}
            defaultValue={chosen[field]}
            id={`price-${field}`}
          >
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
        <Select
          key={`currency ${prices.currency}`}
          label="Currency"
          name="currency"
          mark={false}
          defaultValue={prices.currency}
          id="price-currency"
        >
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      )}
      <input type="hidden" name="days" value={prices.days} />
      <noscript>
        <Button type="submit">Show prices</Button>
      </noscript>
    </Form>
  );
}
