import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '../../contract.ts';
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
    shipping: { name: 'Letter', price: usd(120), tracked: false, parcels: 1, shipsFrom: null },
    items: ['Charizard', 'Mewtwo'].map((title) => ({ listingId: title, title, quantity: 1 })),
  } as unknown as Order;
  const element = (
    <OrderActions
      order={order}
      side={side}
      now="2026-11-26T10:00:00.000Z"
      answer={answer}
      isConfirming={false}
      threadId={null}
    />
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

/** The panel of an order with an open problem that was reported on 20 Nov 2026, with all that its side may do. */
function ofProblem(side: 'buyer' | 'seller', now: string, askedAt: string | null = null): string {
  const actions: Order['actions'] = side === 'buyer' ? ['settle'] : ['refund'];
  const order = {
    id: 'o1',
    buyerId: 'b',
    sellerId: 's',
    buyer: { id: 'b', username: 'ben' },
    seller: { id: 's', username: 'mara' },
    status: 'disputed',
    decision: { possibleFrom: '2026-11-23T10:00:00.000Z', askedAt },
    actions: now >= '2026-11-23T10' && askedAt === null ? [...actions, 'ask_decision'] : actions,
    totals: { total: usd(900) },
    items: [{ listingId: 'l', title: 'Charizard', quantity: 1 }],
  } as unknown as Order;
  const element = (
    <OrderActions order={order} side={side} now={now} answer={undefined} isConfirming={false} threadId={null} />
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test('the first button of an open problem writes to the other side; resolving it is a plain button behind a step that says what follows', () => {
  const html = ofProblem('buyer', '2026-11-21T10:00:00.000Z');
  const primary = [...html.matchAll(/class="btn primary[^"]*"[^>]*>([^<]*)/g)].map(([, words]) => words);
  expect(primary).toEqual(['Message mara']);
  const step = /<details><summary>Close problem<\/summary>(.*?)<\/details>/s.exec(html)?.[1] ?? '';
  expect(step).toContain('The sale will be final. mara keeps the payment');
  expect(step).toMatch(/value="settle".*<button type="submit" class="btn mt-4"/s);
  // Nothing outside of that step settles it.
  expect(html.split('value="settle"')).toHaveLength(2);
  expect(html.replace(step, '')).not.toContain('value="settle"');
  expect(ofProblem('seller', '2026-11-21T10:00:00.000Z')).toContain('Message ben');
});

test('an open problem says from when on a decision can be requested, offers it then, and says when it was requested', () => {
  for (const side of ['buyer', 'seller'] as const) {
    const early = ofProblem(side, '2026-11-21T10:00:00.000Z');
    expect(early).toContain('you can request a decision from 23 Nov 2026.');
    expect(early).not.toContain('Request decision');
    expect(ofProblem(side, '2026-11-23T10:00:00.000Z')).toMatch(/value="ask_decision".*Request decision/s);
    const escalated = ofProblem(side, '2026-11-25T10:00:00.000Z', '2026-11-24T10:00:00.000Z');
    expect(escalated).toContain('A decision was requested on 24 Nov 2026.');
    expect(escalated).not.toContain('value="ask_decision"');
  }
});

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

test('forms of an order on one page have fields of their own, and an error links to the field of its form', () => {
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
    const problem = { message: 'No.', errors: { reason: 'Write less.' } } as unknown as NonNullable<
      ActionAnswer['problem']
    >;
    const html = drawn(['refund', 'cancel'], 'seller', { problem, values: { intent, reason: 'Too long.' } });
    expect([...html.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id)).toEqual([`f-${intent}-reason`]);
    expect(html).toMatch(
      new RegExp(
        `<input[^>]*id="f-${intent}-reason"[^>]*aria-invalid="true"|<input[^>]*aria-invalid="true"[^>]*id="f-${intent}-reason"`,
      ),
    );
  }
});
