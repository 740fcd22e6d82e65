import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Chains } from './chains.ts';
import { PlaceList } from './place-list.ts';
import { allOf, anyOf, byAnyTable, byPlaces, byRange, byTable, noneOf, type Sieve } from './sieve.ts';
import { sift } from './sift.ts';

/** Two columns with chains and one without, of values so many that those of some are few. */
const size = 9_000;
const values = 200;
const columns = [1, 2, 3].map((step) => Int32Array.from({ length: size }, (_, place) => ((place * 7_919 * step) >>> 3) % values));
const chains = columns.map((column, i) => {
  const made = i === 2 ? undefined : new Chains();
  column.forEach((value, place) => void made?.link(place, value));
  return made;
});
const prices = Uint32Array.from({ length: size }, (_, place) => (place * 31) % 500);

interface Condition {
  sieve: Sieve;
  fits(place: number): boolean;
}

const marked = fc.tuple(fc.nat({ max: 2 }), fc.uniqueArray(fc.integer({ min: 1, max: values - 1 }), { maxLength: 3 })).map(([of, some]) => {
  const table = new Uint8Array(values - 20);
  for (const value of some) if (value < table.length) table[value] = 1;
  const column = columns[of]!;
  return { column, table, ...(chains[of] && { chains: chains[of] }) };
});
const isMarked = ({ column, table }: { column: Int32Array; table: Uint8Array }, place: number) => table[column[place]!] === 1;
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: marked.map((one): Condition => ({ sieve: byTable(one), fits: (place) => isMarked(one, place) })) },
    {
      weight: 2,
      arbitrary: fc.tuple(marked, marked, marked, marked).map(([a, b, c, except]): Condition => {
        const fits = (place: number) => isMarked(a, place) || ((isMarked(b, place) || isMarked(c, place)) && !isMarked(except, place));
        return { sieve: byAnyTable(a, b, c, except), fits };
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat({ max: 500 })
        .map((from): Condition => ({ sieve: byRange(prices, from, from + 99), fits: (at) => prices[at]! >= from && prices[at]! <= from + 99 })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(fc.nat({ max: size - 1 }))
        .map((some): Condition => ({ sieve: byPlaces(new Set(some)), fits: (place) => some.includes(place) })),
    },
    { weight: 1, arbitrary: tie('condition').map(({ sieve, fits }): Condition => ({ sieve: noneOf(sieve), fits: (place) => !fits(place) })) },
    ...([allOf, anyOf] as const).map((joined) => ({
      weight: 2,
      arbitrary: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((some): Condition => {
        const fits = (place: number) => (joined === allOf ? some.every((one) => one.fits(place)) : some.some((one) => one.fits(place)));
        return { sieve: joined(some.map(({ sieve }) => sieve)), fits };
      }),
    })),
  ),
}));

test('what passes is what a look at each place finds, wherever the sieve looks, each once', () => {
  const found = new PlaceList();
  let sourced = 0;
  fc.assert(
    fc.property(condition, fc.option(fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 60 })), ({ sieve, fits }, among) => {
      const source = sieve.source();
      if (source && source.most > 0 && source.most * 12 < size) sourced++;
      const places = among ?? Array.from({ length: size }, (_, place) => place);
      const passed = [...sift(sieve, size, among && Int32Array.from(among), found)];
      const expected = places.filter(fits);
      if (among) expect(passed).toEqual(expected);
      else expect(passed.sort((a, b) => a - b)).toEqual(expected);
    }),
    { seed: 20_261_126, numRuns: 300 },
  );
  expect(sourced).toBeGreaterThan(50);
});
