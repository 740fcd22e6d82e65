import { formatNumber, formatPercent, plural } from '#kernel/format.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { FiguresView } from '../contract.ts';

/** The figures in force in words, and the ones before in a table; the first are in force. */
export function FiguresList({ figures }: { figures: readonly FiguresView[] }) {
  const [now] = figures;
  if (!now) return null;
  return (
    <>
      <p>
        Orders of <strong>{decimalOf(now.trackedFrom)}</strong> or more are shipped with tracking. Amounts are in the
        currency of the order.
      </p>
      <p>
        A new seller ships with tracking from <strong>{decimalOf(now.trackedFromForNew)}</strong>. A seller is new until{' '}
        {plural(now.newUnderOrders, { one: '# order is', other: '# orders are' })} delivered. The same applies to a
        seller who loses more than {formatPercent(now.lossBasisPoints / 10_000, 2)} of at least{' '}
        {plural(now.lossFromParcels, { one: '# parcel', other: '# parcels' })}.
      </p>
      <p>
        For the weight of a parcel, a card counts {formatNumber(now.gramsPerCard)} g and a graded card{' '}
        {formatNumber(now.gramsPerSlab)} g.
      </p>
      {figures.length > 1 && (
        <div className="tw">
          <table className="facts-t">
            <caption className="sr">Tracking history</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col">Tracking from</th>
                <th scope="col">New seller</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ since, trackedFrom, trackedFromForNew, note }) => (
                <tr key={since ?? ''}>
                  <th scope="row">{since === null ? 'Start' : dayMonthYear(new Date(since))}</th>
                  <td>{decimalOf(trackedFrom)}</td>
                  <td>{decimalOf(trackedFromForNew)}</td>
                  <td>{note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
