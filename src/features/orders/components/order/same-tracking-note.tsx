import { Link } from 'react-router';
import { Note } from '#ui/page/panel.tsx';
import { orderNumber } from '../../model/order.number.ts';

/** Other orders with the tracking number of this one; null for those of other sellers. */
export function SameTrackingNote({ orderIds }: { orderIds: readonly (string | null)[] }) {
  if (orderIds.length === 0) return null;
  const own = orderIds.filter((id) => id !== null);
  return (
    <Note tone="warning">
      {own.length > 0 ? (
        <>
          This tracking number is also on{' '}
          {own.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/orders/${id}`}>order {orderNumber(id)}</Link>
            </span>
          ))}
          .
        </>
      ) : (
        'Another seller’s order has this tracking number.'
      )}{' '}
      If it’s wrong, message the buyer and our support.
    </Note>
  );
}
