import { useEffect, useState } from 'react';
import { conditionNames, conditions } from '#kernel/cards/conditions.ts';
import { formatUnit, plural } from '#kernel/format.ts';
import { type Currency, formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/cn.ts';
import type { CardPrices, PriceRange } from '../../../contract.ts';
import { readCardPrices } from '../api.ts';

export interface PriceRangesProps {
  cardId: string;
  /** Of the copy that is being listed; its row is highlighted. */
  condition: string;
  /** Comes first where there are several. */
  currency: Currency;
  finish: string;
  language: string;
  onTake(price: Money): void;
}

const rows: readonly [string, string][] = [
  ...conditions.map((key): [string, string] => [key, conditionNames[key]]),
  ['graded', 'Graded'],
];

/**
 * What others ask for this card and what it was sold for, by condition. Says nothing until it is read, or where it
 * can't be.
 */
export function PriceRanges({ cardId, condition, currency, finish, language, onTake }: PriceRangesProps) {
  const prices = useCardPrices(cardId, { condition, finish, language });
  if (!prices) return null;
  const sold = 'Sold in the last year';
  const { sales } = prices;
  const shown = rows.filter(([key]) => [...prices.asks, ...(sales ?? [])].some((range) => range.condition === key));
  const suggestion = prices.suggested && <Suggestion {...prices.suggested} onTake={onTake} />;
  if (shown.length === 0)
    return (
      <div className="mt-5">
        {suggestion}
        <p className="dim">{sales ? 'No active listings and no sales in the last year.' : 'No active listings.'}</p>
      </div>
    );
  const cell = (ranges: readonly PriceRange[], key: string) => {
    const own = ranges
      .filter((range) => range.condition === key)
      .sort((a, b) => Number(b.currency === currency) - Number(a.currency === currency));
    return own.length === 0 ? (
      <span className="dim">None</span>
    ) : (
      own.map((range) => <RangeLine key={range.currency} {...range} />)
    );
  };
  return (
    <div className="tw mt-5">
      {suggestion}
      <table className="tbl compact ranges">
        <caption>Prices per card, excluding shipping</caption>
        <thead>
          <tr>
            <th scope="col">Condition</th>
            <th scope="col">For sale now</th>
            {sales && <th scope="col">{sold}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(([key, long]) => (
            <tr key={key} className={cn(key === condition && 'own')}>
              <th scope="row">
                {long}
                {key === condition && <span className="sr">, your condition</span>}
              </th>
              <td data-label="For sale now">{cell(prices.asks, key)}</td>
              {sales && <td data-label={sold}>{cell(sales, key)}</td>}
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
      {low === high ? of(low) : `${of(low)} to ${of(high)}`}{' '}
      <span className="dim">{plural(count, { one: '# copy', other: '# copies' })}</span>
    </span>
  );
}

/** A price with its reason; one press takes it. */
function Suggestion({
  price,
  count,
  days,
  onTake,
}: NonNullable<CardPrices['suggested']> & Pick<PriceRangesProps, 'onTake'>) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span>
        Market price of copies like yours: <strong className="tnum">{formatMoney(price)}</strong>{' '}
        <span className="dim">
          (median of {plural(count, { one: '# sale', other: '# sales' })} in {formatUnit(days, 'day')})
        </span>
      </span>
      <Button size="sm" type="button" onClick={() => onTake(price)}>
        Use {formatMoney(price)}
      </Button>
    </p>
  );
}

function useCardPrices(
  cardId: string,
  { condition, finish, language }: Record<'condition' | 'finish' | 'language', string>,
): CardPrices | null {
  const [read, setRead] = useState<{ cardId: string; prices: CardPrices } | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    // The price can be set without it: another component reports being offline.
    const copy = Object.fromEntries(
      Object.entries({ condition, finish, language }).filter(([, value]) => value !== ''),
    );
    void readCardPrices(cardId, copy, gone.signal).then((prices) => prices && setRead({ cardId, prices }));
    return () => gone.abort();
  }, [cardId, condition, finish, language]);
  return read?.cardId === cardId ? read.prices : null;
}
