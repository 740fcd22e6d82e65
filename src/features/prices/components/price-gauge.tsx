import { Link } from 'react-router';
import { formatNumber, formatUnit, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { PriceGaugeData } from '../market-price/price-gauge.server.ts';
import { openDays, percentBeside, placeBetween } from '../price.rules.ts';
import './price-gauge.css';

/**
 * A label is a fifth of the bar wide and centred over its mark, except at the ends, which show the lowest and the
 * highest.
 */
const labelAt = (place: number): number => Math.min(70, Math.max(30, place));

/** Whether a price is fair: its position among past sales of copies `like` this one (their condition, in words). */
export function PriceGauge({ data, price, like }: { data: PriceGaugeData | null; price: Money; like: string }) {
  if (!data) return null;
  const { cardId, low, median, high, count } = data;
  const at = (amount: number) => placeBetween(amount, low.amount, high.amount);
  const percent = percentBeside(price.amount, median.amount);
  const sold = `Sold for ${formatMoney(low)} to ${formatMoney(high)}, median ${formatMoney(median)}. This listing: ${formatMoney(price)}`;
  return (
    <div className="gauge">
      <p className="g-t">
        <span>
          Last {formatUnit(openDays, 'day')} · {like} ·{' '}
          <Link className="link" to={`/cards/${cardId}#prices`}>
            {plural(count, { one: '# sale', other: '# sales' })}
          </Link>
        </span>
        <strong className={percent < 0 ? 'good' : undefined}>
          {percent === 0
            ? 'At the median'
            : percent < 0
              ? `${formatNumber(-percent)}% below the median`
              : `${formatNumber(percent)}% above the median`}
        </strong>
      </p>
      <div className="g-b" role="img" aria-label={sold}>
        <i className="g-med" style={{ left: `${at(median.amount)}%` }} />
        <i className="g-me" style={{ left: `${at(price.amount)}%` }} />
      </div>
      <p className="g-l" aria-hidden="true">
        <span>{formatMoney(low)}</span>
        <span style={{ left: `${labelAt(at(median.amount))}%` }}>Median {formatMoney(median)}</span>
        <span>{formatMoney(high)}</span>
      </p>
    </div>
  );
}
