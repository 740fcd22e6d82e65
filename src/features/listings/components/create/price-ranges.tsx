import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { type Currency, formatMoney, money } from '#kernel/money.ts';
import { conditionWords } from '#ui/conditions.ts';
import type { CardPrices, PriceRange } from '../../contract.ts';
import { countOf } from '../listing-words.ts';
import { readCardPrices } from './api.ts';

export interface PriceRangesProps {
  cardId: string;
  /** Of the copy that is being listed; its row stands out. */
  condition: string;
  /** Comes first where there are several. */
  currency: Currency;
}

const rows: readonly [string, string][] = [...conditionWords.map(({ key, long }): [string, string] => [key, long]), ['graded', 'Graded']];

/** What others ask for this card and what it was sold for, by condition. Says nothing until it is read, or where it can't be. */
export function PriceRanges({ cardId, condition, currency }: PriceRangesProps) {
  const prices = useCardPrices(cardId);
  if (!prices) return null;
  const shown = rows.filter(([key]) => [...prices.asks, ...prices.sales].some((range) => range.condition === key));
  if (shown.length === 0) return <p className="dim mt-5">No copy of this card is for sale, and none was sold here in the last year.</p>;
  const cell = (ranges: readonly PriceRange[], key: string) => {
    const own = ranges.filter((range) => range.condition === key).sort((a, b) => Number(b.currency === currency) - Number(a.currency === currency));
    return own.length === 0 ? <span className="dim">None</span> : own.map((range) => <RangeLine key={range.currency} {...range} />);
  };
  return (
    <div className="tw mt-5">
      <table className="tbl compact ranges">
        <caption>What this card costs here, one copy without post</caption>
        <thead>
          <tr>
            <th scope="col">Condition</th>
            <th scope="col">For sale now</th>
            <th scope="col">Sold in the last year</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([key, long]) => (
            <tr key={key} className={clsx(key === condition && 'own')}>
              <th scope="row">
                {long}
                {key === condition && <span className="sr">, as yours</span>}
              </th>
              <td data-label="For sale now">{cell(prices.asks, key)}</td>
              <td data-label="Sold in the last year">{cell(prices.sales, key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RangeLine({ low, high, count, currency }: PriceRange) {
  const of = (amount: number) => formatMoney(money(amount, currency));
  return (
    <span className="block tnum">
      {low === high ? of(low) : `${of(low)} to ${of(high)}`} <span className="dim">{countOf(count, 'copy', 'copies')}</span>
    </span>
  );
}

function useCardPrices(cardId: string): CardPrices | null {
  const [read, setRead] = useState<{ cardId: string; prices: CardPrices } | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    // The price can be set without: who is offline hears of that elsewhere.
    void readCardPrices(cardId, gone.signal).then((prices) => prices && setRead({ cardId, prices }));
    return () => gone.abort();
  }, [cardId]);
  return read?.cardId === cardId ? read.prices : null;
}
