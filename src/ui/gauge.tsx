import { formatMoney, type Money } from '#kernel/money.ts';

export interface GaugeProps {
  /** `Last 30 days, near mint`. */
  title: string;
  lowest: Money;
  median: Money;
  highest: Money;
  /** The middle half of the sales. */
  band?: readonly [Money, Money];
  price: Money;
}

/** Where a price lies between two ends, in per cent and never outside. */
export function gaugePlace(amount: number, low: number, high: number): number {
  if (high <= low) return 50;
  return Math.min(100, Math.max(0, ((amount - low) / (high - low)) * 100));
}

/** `10% below median`, `6% above median`, `at the median` within half a per cent. */
export function againstMedian(price: number, median: number): { words: string; isGood: boolean } {
  const share = median > 0 ? Math.round(((price - median) / median) * 100) : 0;
  if (share === 0) return { words: 'at the median', isGood: false };
  return share < 0 ? { words: `${-share}% below median`, isGood: true } : { words: `${share}% above median`, isGood: false };
}

/** Is this a fair price: this copy among what was sold. */
export function Gauge({ title, lowest, median, highest, band, price }: GaugeProps) {
  const place = (money: Money) => gaugePlace(money.amount, lowest.amount, highest.amount);
  const { words, isGood } = againstMedian(price.amount, median.amount);
  const said = `Sold between ${formatMoney(lowest)} and ${formatMoney(highest)}; median ${formatMoney(median)}; this copy ${formatMoney(price)}`;
  // The median's words move along with it, but never over the words of the ends.
  const wordsAt = Math.min(72, Math.max(28, place(median)));
  return (
    <div className="gauge">
      <div className="g-t">
        <span>{title}</span>
        <strong className={isGood ? 'good' : 'up'}>{words}</strong>
      </div>
      <div className="g-b" role="img" aria-label={said}>
        {band && <i className="g-band" style={{ left: `${place(band[0])}%`, right: `${100 - place(band[1])}%` }} />}
        <i className="g-med" style={{ left: `${place(median)}%` }} />
        <i className="g-me" style={{ left: `${place(price)}%` }} />
      </div>
      <div className="g-l" aria-hidden="true">
        <span>{formatMoney(lowest)}</span>
        <span style={{ left: `${wordsAt}%` }}>median {formatMoney(median)}</span>
        <span>{formatMoney(highest)}</span>
      </div>
    </div>
  );
}
