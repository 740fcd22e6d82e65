import { formatMoney } from '#kernel/money.ts';
import type { BesideMarket } from '../beside-market.server.ts';
import { windowWords } from './price-figures.tsx';

/** A price beside the median, in a cell: `−10%`, with the rest for readers and whoever rests on it; a dash where too few were sold. */
export function MarketDifference({ beside }: { beside: BesideMarket | undefined }) {
  if (!beside)
    return (
      <span title="Too few such copies were sold to say">
        <span aria-hidden="true">–</span>
        <span className="sr">Too few sales</span>
      </span>
    );
  const { percent, median, count, days } = beside;
  const said = `${formatMoney(median)} is the median of ${count.toLocaleString('en')} sales in ${windowWords(days)}`;
  return (
    <span className="tnum" title={said}>
      {percent === 0 ? '0%' : `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en')}%`}
      <span className="sr">: {said}</span>
    </span>
  );
}
