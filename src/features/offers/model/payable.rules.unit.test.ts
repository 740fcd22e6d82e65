import { expect, test } from 'vitest';
import { canBeCharged } from '#kernel/numbers/charge.ts';
import { money } from '#kernel/numbers/money.ts';
import { dearestPost, whyUnpayable } from './payable.rules.ts';

const sent = (...amounts: number[]) => ({ shipping: amounts.map((amount) => ({ price: money(amount, 'USD') })) });

test('a card can be charged from the smallest to the largest amount of its currency', () => {
  expect([49, 50, 99_999_999, 100_000_000].map((amount) => canBeCharged(money(amount, 'USD')))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([29, 30].map((amount) => canBeCharged(money(amount, 'GBP')))).toEqual([false, true]);
});

test('copies sent together cost the post of the one whose cheapest way costs most', () => {
  const [first, second, included] = [sent(100, 300), sent(200), sent()];
  expect(dearestPost([first, second])).toBe(second);
  expect(dearestPost([second, first])).toBe(second);
  expect(dearestPost([included, first])).toBe(first);
  expect(dearestPost([second, sent(200)])).toBe(second);
});

test('an order is payable where one way of sending it is', () => {
  expect(whyUnpayable(money(40, 'USD'), [sent(5, 10)])).toBeNull();
  expect(whyUnpayable(money(50, 'USD'), [sent()])).toBeNull();
  expect(whyUnpayable(money(40, 'USD'), [sent(1, 9)])).toMatch(/is \$0\.49, below the minimum of \$0\.50 /);
  expect(whyUnpayable(money(40, 'USD'), [sent()])).toMatch(/is \$0\.40, below the minimum/);
  expect(whyUnpayable(money(99_999_999, 'USD'), [sent(7, 1)])).toMatch(
    /is \$1,000,000\.00, above the maximum of \$999,999\.99 /,
  );
});
