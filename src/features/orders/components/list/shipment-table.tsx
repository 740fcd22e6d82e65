import { Link } from 'react-router';
import type { Shipment } from '../../shipments/ship-orders.server.ts';

/** The lines of a list of parcels, each with its order, or with its problem. */
export function ShipmentTable({ rows }: { rows: readonly Shipment[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Lines, scrollable table">
      <table className="tbl ship-t">
        <thead>
          <tr>
            <th>Line</th>
            <th>Order</th>
            <th>Carrier</th>
            <th>Tracking number</th>
            <th>Problem</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, order, carrier, trackingNumber, found, problem }) => (
            <tr key={line}>
              <td className="tnum dim">{line}</td>
              <td>
                {found ? (
                  <>
                    <Link className="link" to={`/orders/${found.id}`}>
                      {found.number}
                    </Link>
                    <span className="dim block">
                      {found.title} to {found.buyer}
                    </span>
                  </>
                ) : (
                  order || '–'
                )}
              </td>
              <td>{carrier || '–'}</td>
              <td>{trackingNumber || '–'}</td>
              <td className={problem ? 'bad' : 'dim'}>{problem ?? 'None'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
