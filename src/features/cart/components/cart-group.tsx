import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { ShownCart } from '../read/read-cart.server.ts';
import { CartLine } from './cart-line.tsx';

/** The cards of one seller, which are sent together. */
export function CartGroup({ group, canChange = true }: { group: ShownCart['groups'][number]; canChange?: boolean }) {
  const { seller, lines, available, shippingName, shipsWithin, currency } = group;
  const shipping = formatMoney(available.shipping);
  return (
    <Panel
      flush
      id={`seller-${seller.id}-${currency}`}
      title={<Link to={`/profile/${seller.id}`}>{seller.username}</Link>}
      note={`Ships within ${shipsWithin}`}
    >
      <ul className="cart-lines">
        {lines.map((line) => (
          <CartLine key={line.id} line={line} canChange={canChange} />
        ))}
      </ul>
      {available.copies > 0 && (
        <div className="cart-sums">
          <Definitions
            rows={[
              ['Cards', formatMoney(available.items)],
              [
                shippingName === null ? 'Shipping' : `Shipping: ${shippingName}`,
                available.shipping.amount === 0 ? 'Free' : shipping,
              ],
              ['Total', <strong key="total">{formatMoney(available.total)}</strong>],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
