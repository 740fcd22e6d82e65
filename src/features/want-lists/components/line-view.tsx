import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { artAddress, CardDrawing } from '#features/catalogue/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatNumber } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Icon } from '#ui/icon.tsx';
import type { Line } from '../contract.ts';
import { printingOf, termsOf } from '../model/list-words.ts';
import type { Choice } from '../read/for-sale.server.ts';

/** A line of a list: the wanted card, and what is for sale for it now. The whole line links to the chosen copy. */
export function LineView({ line, chosen }: { line: Line; chosen: Choice['copies'][number] | undefined }) {
  const { card, anyPrinting, quantity, bought, forSale } = line;
  const { count } = forSale;
  return (
    <li data-testid="list-line">
      <span className="mini-art">
        <CardDrawing artUrl={artAddress(card.id)} alt="" />
      </span>
      <div>
        <Link to={`/cards/${card.id}`}>
          {quantity} × {card.name}
        </Link>
        <p className="dim">
          {[printingOf(card, anyPrinting), termsOf(line), bought > 0 && `${formatNumber(bought)} bought`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {chosen ? (
        <p>
          <Link className="link cheapest" to={`/listings/${chosen.listingId}`}>
            {formatMoney(chosen.price)}
          </Link>{' '}
          <span className="dim">
            {[
              chosen.postage.amount > 0 && `+ ${formatMoney(chosen.postage)} shipping`,
              conditionName(chosen.condition),
              `${formatNumber(count)} for sale`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ) : (
        <p className="dim">{count > 0 ? 'All copies are chosen for other lines' : 'None for sale'}</p>
      )}
    </li>
  );
}

/** A line with all of its copies bought. */
export function BoughtLine({ line: { card, anyPrinting, quantity } }: { line: Line }) {
  return (
    <li data-testid="list-bought">
      <div>
        <Link to={`/cards/${card.id}`}>
          <Icon of={Check} size={16} /> {quantity} × {card.name}
        </Link>
        <p className="dim">{printingOf(card, anyPrinting)}</p>
      </div>
    </li>
  );
}
