import { MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { countryName } from '#kernel/text/country-name.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { Order } from '../../contract.ts';
import { orderNumber } from '../../model/order.number.ts';
import { trackingPage } from '../../shipments/carriers.ts';
import type { Side } from './order-words.ts';

/** The rest that one may want to know of an order. */
export function OrderDetails({ order, side }: { order: Order; side: Side }) {
  const other = side === 'buyer' ? order.seller : order.buyer;
  return (
    <Panel title="Details">
      <Definitions
        rows={[
          ['Order number', <code key="number">{orderNumber(order.id)}</code>],
          [
            side === 'buyer' ? 'Seller' : 'Buyer',
            <Link key="other" className="link" to={`/profile/${other.id}`}>
              {other.username}
            </Link>,
          ],
          [
            'Ships from',
            order.shipping.shipsFrom && (countryName(order.shipping.shipsFrom) ?? order.shipping.shipsFrom),
          ],
          ['Carrier', order.tracking?.carrier],
          ['Tracking number', order.tracking?.trackingNumber && <TrackingNumber key="tracking" {...order.tracking} />],
          ['Cancellation reason', order.cancelReason],
        ]}
      />
    </Panel>
  );
}

/** A link to the carrier’s own page, where it has one. */
function TrackingNumber({ carrier, trackingNumber }: NonNullable<Order['tracking']>) {
  const page = trackingPage(carrier, trackingNumber);
  if (page === null) return trackingNumber;
  return (
    <a className="link" href={page} target="_blank" rel="noopener noreferrer">
      {trackingNumber}
    </a>
  );
}

/**
 * In the postal order of the country: the state beside the town in North America and Australia, elsewhere the code
 * before the town.
 */
function townLines({ city, state, postalCode, country }: NonNullable<Order['address']>): (string | null)[] {
  if (['US', 'CA', 'AU'].includes(country))
    return [[city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')];
  return [[postalCode, city].filter(Boolean).join(' '), state];
}

/** The shipping address; `canCopy` for the seller, who writes it on the parcel. */
export function OrderAddress({ address, canCopy }: { address: NonNullable<Order['address']>; canCopy: boolean }) {
  const lines = [
    address.name,
    address.line1,
    address.line2,
    ...townLines(address),
    countryName(address.country.toUpperCase()) ?? address.country,
    address.phone,
  ].filter((line): line is string => Boolean(line));
  return (
    <>
      <div className="flex gap-3">
        <Icon of={MapPin} />
        <address className="addr">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </div>
      {canCopy && (
        <div className="mt-4">
          <CopyButton text={lines.join('\n')} label="Copy address" />
        </div>
      )}
    </>
  );
}
