import type { FiguresView } from '#features/shipping/contract.ts';
import { plural } from '#kernel/format.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { daysUntilMissing } from '../cases/arrival.rules.ts';
import { caseDeadlines } from '../cases/case.process.ts';

/** When an order can be reported as not received, and who bears the loss: the live rule. */
export function ProtectionTable({ figures }: { figures: FiguresView }) {
  const { untrackedCover, fraudCover } = figures;
  const rows = [
    { label: 'Tracked, same country', isTracked: true, isHome: true },
    { label: 'Tracked, other country', isTracked: true, isHome: false },
    { label: 'Not tracked, same country', isTracked: false, isHome: true },
    { label: 'Not tracked, other country', isTracked: false, isHome: false },
  ];
  return (
    <>
      <p>
        A buyer can report a shipped order as not received after some days. The days count from shipping, because we
        don’t read the carrier’s scans. The order shows the date.
      </p>
      <div className="tw">
        <table className="facts-t">
          <caption className="sr">Orders that don’t arrive</caption>
          <thead>
            <tr>
              <th scope="col">Shipping</th>
              <th scope="col">Report after</th>
              <th scope="col">Who bears the loss</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, isTracked, isHome }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{plural(daysUntilMissing({ isTracked, isHome }, figures), { one: '# day', other: '# days' })}</td>
                <td>
                  {isTracked ? 'The seller, unless tracking shows the delivery' : untrackedBearer(untrackedCover)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Buyer and seller have {caseDeadlines.agree} to agree. After that, the buyer gets a full refund. If the buyer
        paid for tracking and the order has no tracking number, the seller bears the loss.
      </p>
      <p>
        If tracking shows the delivery, the buyer can contest it within {caseDeadlines.contest}, and we decide. After
        that, the order is completed without a refund.
      </p>
      <p>
        {fraudCover > 0
          ? `Seller protection: if a bank takes a payment back because of fraud, we cover up to ${decimalOf(fraudCover)} of the order. The order must have a tracking number and be delivered before the dispute opens. Orders between accounts of one person are not covered.`
          : 'If a bank takes a payment back, the seller bears the loss.'}
      </p>
    </>
  );
}

const untrackedBearer = (cover: number): string =>
  cover > 0 ? `We cover up to ${decimalOf(cover)}, and the seller bears the rest` : 'The seller';
