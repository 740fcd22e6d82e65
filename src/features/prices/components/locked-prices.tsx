import { Link } from 'react-router';
import { Panel } from '#ui/page/panel.tsx';

/** In the place of a price history, for visitors and free members. */
export function LockedPrices() {
  return (
    <Panel id="prices" title="Price history">
      <p className="dim">
        Price history is part of{' '}
        <Link className="link" to="/premium">
          Premium
        </Link>
        : sold prices from up to 1 year ago. You still see a suggested price when you list a card.
      </p>
    </Panel>
  );
}
