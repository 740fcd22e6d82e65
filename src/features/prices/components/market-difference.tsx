import { flagAdjectives } from '#features/catalogue/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { BesideMarket } from '../market-price/beside-market.server.ts';
import { windowWords } from './price-figures.tsx';

/**
 * A price compared with the median, in a cell: `−10%`, with details for screen readers and on hover; a dash where too
 * few were sold, or where such copies are not compared.
 */
export function MarketDifference({ beside, isCompared }: { beside: BesideMarket | undefined; isCompared: boolean }) {
  if (!beside)
    return (
      <span
        title={
          isCompared
            ? 'Too few such copies were sold to say'
            : `Not compared: graded, ${flagAdjectives('and')} cards, special editions and cards in free text have no one market`
        }
      >
        <span aria-hidden="true">–</span>
        <span className="sr">{isCompared ? 'Too few sales' : 'Not compared'}</span>
      </span>
    );
  const { percent, median, count, days } = beside;
  const said = `${formatMoney(median)} is the median of ${formatNumber(count)} sales in ${windowWords(days)}`;
  return (
    <span className="tnum" title={said}>
      {percent === 0 ? '0%' : `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}%`}
      <span className="sr">: {said}</span>
    </span>
  );
}
