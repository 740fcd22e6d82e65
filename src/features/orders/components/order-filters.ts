import type { OrderStatus } from '../model/order.process.ts';
import type { Side } from './order/order-words.ts';

export interface OrderFilter {
  name: string;
  label: string;
  statuses: readonly OrderStatus[];
}

const over: readonly OrderFilter[] = [
  { name: 'problem', label: 'Problems', statuses: ['disputed'] },
  { name: 'done', label: 'Completed', statuses: ['completed'] },
  { name: 'off', label: 'Cancelled and refunded', statuses: ['canceled', 'refunded'] },
];

/** By which states a side narrows its list; together they are all states, each once. */
export const orderFilters: Record<Side, readonly OrderFilter[]> = {
  buyer: [
    { name: 'pay', label: 'Awaiting payment', statuses: ['pending_payment'] },
    { name: 'way', label: 'Not delivered yet', statuses: ['paid', 'awaiting_shipping', 'shipped'] },
    { name: 'arrived', label: 'Delivered', statuses: ['delivered'] },
    ...over,
  ],
  seller: [
    { name: 'unpaid', label: 'Awaiting payment', statuses: ['pending_payment'] },
    { name: 'send', label: 'To ship', statuses: ['paid', 'awaiting_shipping'] },
    { name: 'sent', label: 'Shipped', statuses: ['shipped', 'delivered'] },
    ...over,
  ],
};

/**
 * The requested list: one side's orders, or of both sides those that need an action of the member (`todo`) or have
 * updates (`waiting`).
 */
export const orderViews = ['buying', 'selling', 'todo', 'waiting'] as const;
export type OrderView = (typeof orderViews)[number];

/** The list that the page's URL asks for; null where it leaves that open. A filter without a side is a buyer's. */
export function viewIn(params: URLSearchParams): OrderView | null {
  const side = params.get('side');
  if (side === null && !params.has('state') && !params.has('q')) return null;
  return orderViews.find((name) => name === side) ?? 'buying';
}

/** The filters in the page's URL for this list. Unknown ones count as absent. */
export function readOrderQuery(
  params: URLSearchParams,
  view: OrderView,
): {
  view: OrderView;
  filter: OrderFilter | null;
  search: string;
} {
  if (view === 'todo' || view === 'waiting') return { view, filter: null, search: '' };
  const filters = orderFilters[view === 'selling' ? 'seller' : 'buyer'];
  const search = (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 100);
  return { view, filter: filters.find(({ name }) => name === params.get('state')) ?? null, search };
}
