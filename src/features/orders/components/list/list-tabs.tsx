import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import type { OrderStatus } from '../../model/order.process.ts';
import { orderFilters } from '../order-filters.ts';

interface ListTabsProps {
  side: 'buying' | 'selling';
  state: string;
  search: string;
  /** How many orders are in each open state. */
  open: Partial<Record<OrderStatus, number>>;
}

/** The states of a side, each with the number of orders in it as long as they are open. */
export function ListTabs({ side, state, search, open }: ListTabsProps) {
  const filters = orderFilters[side === 'selling' ? 'seller' : 'buyer'];
  return (
    <nav className="tabs ord-tabs" aria-label="Order status">
      {[{ name: '', label: 'All', statuses: [] }, ...filters].map(({ name, label, statuses }) => {
        const count = statuses.reduce((sum, status) => sum + (open[status] ?? 0), 0);
        return (
          <Link
            key={name}
            to={listAddress('/orders', { side, state: name, q: search })}
            aria-current={name === state ? 'page' : undefined}
            preventScrollReset
          >
            {label}
            {count > 0 && <em>{formatNumber(count)}</em>}
          </Link>
        );
      })}
    </nav>
  );
}
