import { formatNumber } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { percentBeside } from '../price.rules.ts';

/** A price compared with the lowest at which others offer the same, in a cell: `4% above lowest`. */
export function LowestDifference({ price, lowest }: { price: Money; lowest: number | undefined }) {
  if (lowest === undefined)
    return (
      <span title="No other listing of this card in the same condition, finish and language">
        <span aria-hidden="true">–</span>
        <span className="sr">No other listing</span>
      </span>
    );
  const said = `Lowest price for sale ${formatMoney({ amount: lowest, currency: price.currency })}`;
  return (
    <span className="tnum" title={`${said}, in the same condition, finish and language`}>
      {besideLowest(percentBeside(price.amount, lowest))}
      <span className="sr">: {said}</span>
    </span>
  );
}

function besideLowest(percent: number): string {
  if (percent === 0) return 'Lowest';
  return percent > 0 ? `${formatNumber(percent)}% above lowest` : `${formatNumber(-percent)}% below lowest`;
}
