import { orderDeadlines } from '#features/orders/words.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import type { PayoutFigures } from '../model/payout-rule.ts';

/** When earnings are released, by how many orders of the seller were delivered: the live rule. */
export function HoldTable({
  holds,
  disputesUnderPercent,
  lossesUnderPercent,
}: Pick<PayoutFigures, 'holds' | 'disputesUnderPercent' | 'lossesUnderPercent'>) {
  const steps = holds.toSorted((a, b) => a.under - b.under);
  const last = steps.at(-1);
  return (
    <>
      <div className="tw">
        <table className="facts-t">
          <caption className="sr">When earnings are released</caption>
          <thead>
            <tr>
              <th scope="col">Delivered orders</th>
              <th scope="col">Released</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ under, days }, at) => (
              <tr key={under}>
                <th scope="row">
                  {formatNumber(steps[at - 1]?.under ?? 0)}–{formatNumber(under - 1)}
                </th>
                <td>{plural(days, { one: '# day after delivery', other: '# days after delivery' })}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{formatNumber(last?.under ?? 0)} or more</th>
              <td>When the buyer confirms delivery, or {orderDeadlines.reportWithin} after delivery</td>
            </tr>
          </tbody>
        </table>
      </div>
      {last && (
        <p>
          With {formatNumber(last.under)} or more delivered orders, {disputesUnderPercent}% or more payment disputes or{' '}
          {lossesUnderPercent}% or more lost orders keep the hold at{' '}
          {plural(last.days, { one: '# day', other: '# days' })}.
        </p>
      )}
    </>
  );
}
