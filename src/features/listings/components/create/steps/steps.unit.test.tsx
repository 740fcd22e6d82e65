import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { emptyForm, type ListingForm } from '../form/listing-form.ts';
import { StepCheck } from './step-check.tsx';
import { StepPrice } from './step-price.tsx';

const nothing = () => undefined;
const seller = { username: 'mara', avatarUrl: null, rating: null };

function words(node: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => node }]);
  return renderToStaticMarkup(<Page initialEntries={['/']} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('the tile and the form show neither $0.00 nor free shipping before price and shipping are known', () => {
  const check = (what: Partial<ListingForm> = {}) =>
    words(<StepCheck form={{ ...emptyForm, ...what }} items={[]} seller={seller} onStep={nothing} />);
  const initial = check();
  expect(initial).not.toMatch(/\$0|free shipping|included in the price/i);
  for (const said of ['Price Not set yet', 'Standard letter, not tracked: no price yet', 'Not chosen yet', 'None yet'])
    expect(initial).toContain(said);
  const priced = check({ price: '4.50' });
  expect(priced).toContain('$4.50');
  expect(priced).not.toMatch(/\$0|free shipping/i);
  const [letter] = emptyForm.posts;
  const posts = (price: string) => (letter ? [{ ...letter, price }] : []);
  expect(check({ price: '4.50', posts: posts('soon') })).not.toMatch(/\$0|free shipping/i);
  // A nought that was written is one.
  expect(check({ price: '4.50', posts: posts('0') })).toContain('Free shipping');
  expect(check({ price: '4.50', posts: posts('1.20') })).toContain('+ $1.20 shipping');
});

test('the step that sets the price says what the seller gets of it, as soon as there is one', () => {
  const price = (typed: string, fee: Parameters<typeof StepPrice>[0]['fee']) =>
    words(
      <StepPrice
        form={{ ...emptyForm, price: typed }}
        errors={{}}
        change={nothing}
        scripted={false}
        photoCount={1}
        fee={fee}
        countries={[]}
        shipping={{ sendsFrom: null, sales: 0, methods: null, figures: null }}
      />,
    );
  const none = { basisPoints: 0, fixed: 0 };
  const some = { basisPoints: 1_000, fixed: 71 };
  for (const unknown of ['', 'cheap']) expect(price(unknown, some)).not.toMatch(/You earn/);
  expect(price('40', none)).toContain('You earn $40.00 per card plus the shipping price.');
  expect(price('40', some)).toContain('You earn $35.29 per card plus the shipping price.');
});
