import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Offer, OfferSide } from '../../contract.ts';
import { ManyForm } from './many-form.tsx';

const offer = (id: string, action: 'decline' | 'withdraw') => ({ id, actions: [action] }) as unknown as Offer;
const received = [offer('a', 'decline'), offer('b', 'decline'), offer('own', 'withdraw')];

function drawn(role: OfferSide, offers: readonly Offer[], selected: readonly string[]): string {
  const element = <ManyForm role={role} offers={offers} selected={selected} answer={undefined} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test('among what was received taking back is spoken of only once an own offer is selected; among what was sent always', () => {
  expect(drawn('seller', received, [])).toContain('Decline selected offers');
  for (const selected of [[], ['a', 'b'], ['gone']])
    expect(drawn('seller', received, selected)).not.toContain('Withdraw');
  expect(drawn('seller', received, ['a', 'own'])).toContain('Withdraw selected offers');
  expect(drawn('buyer', [offer('a', 'withdraw'), offer('b', 'withdraw')], [])).toContain('Withdraw selected offers');
  // One alone is answered in its row.
  expect(drawn('seller', [offer('a', 'decline')], ['a'])).toBe('');
});
