import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { fieldId } from '#ui/form/field.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { ShownCart } from '../read/read-cart.server.ts';
import { CartLine } from './cart-line.tsx';
import { GroupShipping } from './group-shipping.tsx';
import { shippingAmount, totalAmount } from './shipping-amount.ts';

interface CartGroupProps {
  group: ShownCart['groups'][number];
  /** Whether the country is known: otherwise prices start from the cheapest one. */
  hasCountry: boolean;
  /** The page that a choice of shipping is sent to. */
  action: string;
  canChange?: boolean;
}

/** The cards of one seller, which are shipped together. */
export function CartGroup({ group, hasCountry, action, canChange = true }: CartGroupProps) {
  const { seller, lines, available, currency } = group;
  return (
    // What a refused purchase links to.
    <div id={fieldId(`seller-${seller.id}`)} tabIndex={-1}>
      <Panel
        flush
        id={`seller-${seller.id}-${currency}`}
        title={<Link to={`/profile/${seller.id}`}>{seller.username}</Link>}
        note={group.problem ? undefined : timeToShip(group)}
      >
        <ul className="cart-lines">
          {lines.map((line) => (
            <CartLine key={line.id} line={line} canChange={canChange} />
          ))}
        </ul>
        <GroupShipping group={group} action={action} />
        {available.copies > 0 && (
          <div className="cart-sums">
            <Definitions
              rows={[
                ['Cards', formatMoney(available.items)],
                [shippingLabel(group), shippingAmount(available.shipping, hasCountry)],
                ['Total', <strong key="total">{totalAmount(available, hasCountry)}</strong>],
              ]}
            />
          </div>
        )}
      </Panel>
    </div>
  );
}

function timeToShip({ shipsFrom, shipsWithin }: CartGroupProps['group']): string {
  const from = shipsFrom === null ? '' : ` from ${countryName(shipsFrom) ?? shipsFrom}`;
  return `Ships${from} within ${shipsWithin}`;
}

function shippingLabel({ chosen, methods }: CartGroupProps['group']): string {
  const method = methods.find(({ name }) => name === chosen);
  if (!method) return 'Shipping';
  // Most names of tracked methods say it.
  const says = method.tracked && !/track/i.test(method.name);
  return `Shipping: ${method.name}${says ? ', tracked' : ''}`;
}
