import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '../../contract.ts';
import { OrderItems } from './order-items.tsx';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const item = (title: string, version: number) => ({
  listingId: title,
  title,
  quantity: 1,
  price: usd(500),
  snapshot: { version },
});
const order = {
  id: 'o1',
  seller: { id: 's1', username: 'mara' },
  buyer: { id: 'b1', username: 'ben' },
  items: [item('Charizard', 3), item('Mewtwo', 5)],
  shipping: { name: null, price: usd(0), tracked: false, parcels: 1, shipsFrom: null },
  totals: { total: usd(1_000) },
  fee: usd(171),
  refunded: null,
  status: 'paid',
  paidAt: '2026-11-25T10:00:00.000Z',
  tracking: null,
  cancelReason: null,
} as unknown as Order;
const drawn = (element: ReactElement) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);

test('the items show the marketplace fee only to a reader who is given a fee', () => {
  expect(drawn(<OrderItems order={order} />)).toMatch(
    /Selling fee<\/dt><dd>− \$1\.71<.*Your earnings<\/dt><dd>\$8\.29</,
  );
  expect(drawn(<OrderItems order={{ ...order, fee: null }} />)).not.toContain('Selling fee');
});
