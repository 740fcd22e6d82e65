import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '../contract.ts';
import { type ActionAnswer, OrderActions } from './order-actions.tsx';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });

function drawn(actions: Order['actions'], side: 'buyer' | 'seller', answer?: ActionAnswer): string {
  const order = {
    actions,
    status: 'paid',
    totals: { total: usd(900) },
    refunded: null,
    paidAt: '2026-11-25T10:00:00.000Z',
    holdExpiresAt: '2026-11-25T10:30:00.000Z',
    chargeback: null,
    items: ['Charizard', 'Mewtwo'].map((title) => ({ listingId: title, title, quantity: 1 })),
  } as unknown as Order;
  const element = <OrderActions order={order} side={side} now="2026-11-26T10:00:00.000Z" answer={answer} isConfirming={false} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

test('[13-B] the forms of an order that stand beside each other have fields of their own, and a mistake leads to that of its form', () => {
  const sides: [Order['actions'], 'buyer' | 'seller'][] = [
    [['ship', 'refund', 'cancel'], 'seller'],
    [['dispute', 'cancel'], 'buyer'],
  ];
  for (const [actions, side] of sides) {
    const ids = idsOf(drawn(actions, side));
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
    // The review beside them has words, too.
    expect(ids).not.toContain('f-text');
  }
  for (const intent of ['refund', 'cancel']) {
    const problem = { message: 'No.', errors: { reason: 'Write less.' } } as unknown as NonNullable<ActionAnswer['problem']>;
    const html = drawn(['refund', 'cancel'], 'seller', { problem, values: { intent, reason: 'Too long.' } });
    expect([...html.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id)).toEqual([`f-${intent}-reason`]);
    expect(html).toMatch(
      new RegExp(`<input[^>]*id="f-${intent}-reason"[^>]*aria-invalid="true"|<input[^>]*aria-invalid="true"[^>]*id="f-${intent}-reason"`),
    );
  }
});
