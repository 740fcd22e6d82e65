import { flagAdjectives } from '#features/catalogue/words.ts';
import { formatNumber, plural } from '#kernel/format.ts';
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
            ? 'Too few comparable sales'
            : `No market price for graded, ${flagAdjectives('or')} cards, special editions or cards that aren’t in our card database`
        }
      >
        <span aria-hidden="true">–</span>
        <span className="sr">{isCompared ? 'Too few sales' : 'Not compared'}</span>
      </span>
    );
  const { percent, median, count, days } = beside;
  const price = formatMoney(median);
  const period = windowWords(days);
  const said = plural(count, {
    one: `Median ${price} from # sale in ${period}`,
    other: `Median ${price} from # sales in ${period}`,
  });
  return (
    <span className="tnum" title={said}>
      {signedPercent(percent)}
      <span className="sr">: {said}</span>
    </span>
  );
}

/** `−10%`, `0%`, `+4%`. */
const signedPercent = (percent: number) =>
  percent === 0 ? '0%' : `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}%`;
