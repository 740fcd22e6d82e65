import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Offer, OfferAction } from '../contract.ts';
import { OfferCard } from './offer-card.tsx';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const [seller, buyer] = ['mara', 'ben'].map((username) => ({ id: `${username}-id`, username, avatarUrl: null }));

function drawn(actions: OfferAction[], viewerId: string): string {
  const offer = {
    id: 'one',
    title: 'Charizard',
    amount: usd(800),
    asked: usd(1_000),
    quantity: 1,
    status: 'pending',
    turn: 'seller',
    madeBy: 'buyer',
    actions,
    seller,
    buyer,
    expiresAt: '2026-11-27T10:00:00.000Z',
  } as unknown as Offer;
  const element = <OfferCard offer={offer} viewerId={viewerId} now="2026-11-25T10:00:00.000Z" />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test('the card of an offer asks the side that it waits for to answer, and not the side that made it', () => {
  expect(drawn(['accept', 'counter', 'decline'], 'mara-id')).toContain('Reply to offer');
  for (const actions of [['withdraw'], ['clear'], ['pay']] as OfferAction[][]) {
    expect(drawn(actions, 'ben-id')).not.toContain('Reply to offer');
    expect(drawn(actions, 'ben-id')).toContain('View offer');
  }
});
