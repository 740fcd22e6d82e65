import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { OrderView } from '../order-filters.ts';

export function NoOrders({ view, isNarrowed }: { view: OrderView; isNarrowed: boolean }) {
  if (view === 'todo')
    return (
      <EmptyState title="No orders need action" action={<ButtonLink to="/orders">All orders</ButtonLink>}>
        Orders that you have to pay for, ship or confirm appear here.
      </EmptyState>
    );
  if (view === 'waiting')
    return (
      <EmptyState title="No order updates" action={<ButtonLink to="/orders">All orders</ButtonLink>}>
        New activity on your orders appears here until you view it.
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState
        title="No matching orders"
        action={<ButtonLink to={`/orders?side=${view}`}>Clear filters</ButtonLink>}
      >
        Search by card name, order number, or the full username of the buyer or seller.
      </EmptyState>
    );
  return view === 'buying' ? (
    <EmptyState
      title="No purchases yet"
      action={
        <ButtonLink kind="primary" to="/browse">
          Browse cards
        </ButtonLink>
      }
    >
      Your orders appear here after you buy a card.
    </EmptyState>
  ) : (
    <EmptyState
      title="No sales yet"
      action={
        <ButtonLink kind="primary" to="/listings/create">
          List a card
        </ButtonLink>
      }
    >
      Orders and shipping addresses appear here when a buyer pays for your card.
    </EmptyState>
  );
}
