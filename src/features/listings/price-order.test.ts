import { afterEach, describe, expect, test, vi } from 'vitest';
import { type KindFacts, Kinds, parts } from './kinds.ts';
import { PriceLeaf } from './price-leaf.ts';
import { PriceOrder } from './price-order.ts';

/** Two games with three conditions, two finishes, two languages and all flags; prints 0 to `prints`, prices that many share. */
function marketOf(size: number, prints: number, random: () => number) {
  const kinds = new Kinds();
  const below = (n: number) => Math.floor(random() * n);
  const columns = { price: new Uint32Array(size), kind: new Int32Array(size), print: new Uint16Array(size), kinds };
  for (let at = 0; at < size; at++) {
    const price = below(3) === 0 ? 500 : below(at < size / 2 ? 2_000 : 40);
    const facts: KindFacts = { game: 1, condition: below(3), finish: below(2), language: below(2), flags: below(8), price };
    if (at === 7) kinds.add({ ...facts, game: 2 });
    columns.price[at] = price;
    columns.kind[at] = kinds.add(facts);
    columns.print[at] = below(10) === 0 ? below(prints) : below(Math.min(prints, 40));
  }
  return columns;
}

type Market = ReturnType<typeof marketOf>;

const fitting: Record<string, (kinds: Kinds, make: number) => boolean> = {
  all: () => true,
  'one condition': ({ condition }, make) => condition[make] === 1,
  'two conditions': ({ condition }, make) => condition[make] !== 1,
  'a finish': ({ finish }, make) => finish[make] === 1,
  'a language': ({ language }, make) => language[make] === 0,
  graded: ({ graded }, make) => graded[make] === 1,
  'that take offers': ({ flags }, make) => (flags[make]! & 2) === 0,
  'a condition and a language': ({ condition, language }, make) => condition[make] === 2 && language[make] === 1,
  none: () => false,
};
const ranges = [
  [0, 0xffffffff],
  [0, 499],
  [500, 500],
  [501, 0xffffffff],
  [3, 38],
  [17, 900],
  [499, 1_999],
  [2_000, 3_000],
] as const;

/** What the order counts beside a look at each place that is in it. */
function compare(order: PriceOrder, { kinds, kind, print, price }: Market, isIn: (place: number) => boolean): void {
  const makes = kinds.makes[1]!;
  const all = Int32Array.from(price.keys()).filter(isIn);
  for (const [min, max] of ranges) {
    const places = all.filter((at) => price[at]! >= min && price[at]! <= max);
    const byMake = new Uint32Array(makes.length);
    order.countMakes(min, max, byMake);
    for (const at of places) byMake[kinds.ofGame[kind[at]!]!]!--;
    expect(byMake).toEqual(new Uint32Array(makes.length));
    for (const [name, isFitting] of Object.entries(fitting)) {
      const fits = Uint8Array.from(makes, (make) => Number(isFitting(kinds, make)));
      const byPrint = new Uint32Array(order.prints.length);
      order.countPrints(min, max, fits, byPrint);
      const left = new Uint32Array(0x10000);
      for (const [at, of] of order.prints.entries()) left[of] = byPrint[at]!;
      for (const at of places) left[print[at]!]! -= fits[kinds.ofGame[kind[at]!]!]!;
      const wrong = left.findIndex((count) => count !== 0);
      expect(wrong, `${name} from ${min} to ${max}`).toBe(-1);
    }
  }
}

function byPriceOf({ price }: Market, places: readonly number[]): Int32Array {
  return Int32Array.from(places.toSorted((a, b) => price[a]! - price[b]! || a - b));
}

function seededRandom(): () => number {
  let last = 7;
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 0x80000000;
    return last / 0x80000000;
  };
}

describe('[10-2] what an order by price counts', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is what a look at each place finds, in branches that fill, part and go', () => {
    const size = 80_000;
    const market = marketOf(size, 3_000, seededRandom());
    const order = new PriceOrder(market, 1);
    const half = size / 2;
    order.fill(
      byPriceOf(
        market,
        Array.from({ length: half }, (_, at) => at),
      ),
    );
    compare(order, market, (at) => at < half);
    // Of few prices: the branch that they come to parts.
    for (let at = half; at < size; at++) order.add(at);
    compare(order, market, () => true);
    const isLeft = (at: number) => at % 3 === 0 && market.price[at]! >= 20;
    for (let at = 0; at < size; at++) if (!isLeft(at)) order.remove(at);
    compare(order, market, isLeft);
    for (let at = 0; at < size; at++) if (isLeft(at)) order.remove(at);
    compare(order, market, () => false);
    order.add(1);
    compare(order, market, (at) => at === 1);
  });

  test('looks at few places of a wide range where one fact at most is asked for', () => {
    const size = 200_000;
    const market = marketOf(size, 500, seededRandom());
    const order = new PriceOrder(market, 1);
    order.fill(
      byPriceOf(
        market,
        Array.from({ length: size }, (_, at) => at),
      ),
    );
    const looked = vi.spyOn(PriceLeaf.prototype, 'countPrints');
    const makes = market.kinds.makes[1]!;
    for (const [name, isFitting] of Object.entries(fitting)) {
      const fits = Uint8Array.from(makes, (make) => Number(isFitting(market.kinds, make)));
      for (const [min, max] of ranges) {
        looked.mockClear();
        order.countPrints(min, max, fits, new Uint32Array(order.prints.length));
        const places = looked.mock.calls.reduce((sum, [from, to]) => sum + to - from, 0);
        if (!name.includes(' and ')) expect(places, `${name} from ${min} to ${max}`).toBeLessThanOrEqual(38_000);
      }
    }
  });

  test('is the same where a game has more prints than are kept as sums', () => {
    const size = 20_000;
    const random = seededRandom();
    const market = marketOf(size, 40, random);
    for (let at = 0; at < size; at++) market.print[at] = at % 9_000;
    const order = new PriceOrder(market, 1);
    order.fill(
      byPriceOf(
        market,
        Array.from({ length: size / 2 }, (_, at) => at),
      ),
    );
    for (let at = size / 2; at < size; at++) order.add(at);
    for (let at = 0; at < size; at += 2) order.remove(at);
    compare(order, market, (at) => at % 2 === 1);
  });

  test('holds for a make that nothing was of while the order was made', () => {
    const market = marketOf(1_000, 20, seededRandom());
    const order = new PriceOrder(market, 1);
    order.fill(
      byPriceOf(
        market,
        Array.from({ length: 999 }, (_, at) => at),
      ),
    );
    market.kind[999] = market.kinds.add({ game: 1, condition: 9, finish: 1, language: 5, flags: 1, price: 500 });
    market.price[999] = 500;
    expect(market.kinds.part[market.kind[999]!]).toBeLessThan(parts);
    compare(order, market, (at) => at < 999);
    order.add(999);
    compare(order, market, () => true);
  });
});
