import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PriceGauge } from './price-gauge.tsx';

const eur = (amount: number) => ({ amount, currency: 'EUR' as const });
const data = { cardId: 'drake', low: eur(2_900), median: eur(3_820), high: eur(5_200), count: 12 };

function drawn(price: number): string {
  const element = <PriceGauge data={data} price={eur(price)} like="Near mint" />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />).replace(
    /<!-- -->/g,
    '',
  );
}

test('a gauge compares a price with past sales of such copies, and marks the position that its text names', () => {
  const html = drawn(3_450);
  expect(html).toContain('Last 30 days · Near mint');
  expect(html).toContain('<a class="link" href="/cards/drake#prices" data-discover="true">12 sales</a>');
  expect(html).toContain('<strong class="good">10% below the median</strong>');
  expect(html).toContain('aria-label="Sold for €29.00 to €52.00, median €38.20. This listing: €34.50"');
  expect(html).toContain('<i class="g-me" style="left:24%"></i>');
  expect(html).toContain('<i class="g-med" style="left:40%"></i>');
});

test('only a cheaper price is called good; a price beyond all sales is at the end', () => {
  expect(drawn(3_820)).toContain('<strong>At the median</strong>');
  expect(drawn(9_900)).toContain('<strong>159% above the median</strong>');
  expect(drawn(9_900)).toContain('<i class="g-me" style="left:100%"></i>');
});
