import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noFacts } from '#features/members/contract.ts';
import SellerFacts from './seller-facts.tsx';

const enough = { ...noFacts.orders, value: 60, sample: 60 };
const hours = (value: number | null) => ({ ...noFacts.shipHoursMedian, value, sample: 59 });

test('a seller’s statistics are one line until they are opened', () => {
  const summaryOf = (ship: number | null, reply: number | null) =>
    /^<details><summary>([^<]*)<\/summary><dl/.exec(
      renderToStaticMarkup(
        <SellerFacts
          facts={{ ...noFacts, orders: enough, shipHoursMedian: hours(ship), replyHoursMedian: hours(reply) }}
        />,
      ),
    )?.[1];
  expect(summaryOf(29, 2)).toBe('Ships in 29 hours · Replies in 2 hours');
  expect(summaryOf(29, null)).toBe('Ships in 29 hours');
  expect(summaryOf(null, null)).toBe('Seller statistics');
});
