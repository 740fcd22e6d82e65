import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeCursor } from '#kernel/paging.ts';
import { arranged } from './arranged.ts';
import type { ListingQuery, ListingSort } from './contract.ts';
import { FacetColumns } from './facet-columns.ts';
import { countFacets } from './facet-count.ts';
import type { FacetRow } from './facet-row.ts';
import { readListingQuery } from './listing.query.ts';
import { placesOfMarket } from './market-places.ts';
import { PriceOrder } from './price-order.ts';

const base = {
  card: 'a',
  setName: 'S',
  rarity: 'Rare',
  finish: null,
  isGraded: false,
  acceptsOffers: true,
  seller: 'a',
  title: null,
  number: null,
  grading: null,
};
const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const [now, long] = [1_000, 2_000];
/** Numbers that lie in several bounds, begun mostly in their order. */
const row = fc
  .record({
    at: fc.nat({ max: 80 }),
    game: pick('pokemon', 'magic', 'yugioh'),
    set: pick('base1', 'lea'),
    condition: pick('mint', 'poor'),
    language: pick('en', 'ja'),
    name: pick('Charizard', 'Pikachu'),
    priceRank: pick(1, 99, 100, 2_500, 0xffffffff, 0x100000000),
    expiresAt: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: now + 1, max: long }) }, { weight: 1, arbitrary: fc.constant(now) }),
    late: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 90 }) }),
  })
  .map(({ at, late, ...facts }): FacetRow => ({ ...base, ...facts, n: at * 97 + 1, made: at, publishedAt: 100 + at + late }));
const sorts: ListingSort[] = ['newest', 'ending', 'price_asc', 'price_desc'];
const keyOf: Record<string, (each: FacetRow) => number> = {
  newest: ({ publishedAt }) => -publishedAt,
  ending: ({ expiresAt }) => expiresAt,
  price_asc: ({ priceRank }) => Math.min(priceRank, 0xffffffff),
  price_desc: ({ priceRank }) => -Math.min(priceRank, 0xffffffff),
};
const asked = [
  '',
  'game=pokemon',
  'game=pokemon,magic&minPrice=99',
  'condition=mint&maxPrice=2500',
  'set=lea&language=en',
  'set=base1,lea&game=magic&minPrice=2',
];

function queryOf(address: string, sort: ListingSort, from: FacetRow | undefined): ListingQuery {
  const key = from && {
    newest: from.publishedAt * 1_000_000,
    ending: from.expiresAt * 1_000_000,
    price_asc: from.priceRank,
    price_desc: from.priceRank,
  };
  const cursor = key ? encodeCursor([sort, key[sort as keyof typeof key], '0']) : null;
  return { ...readListingQuery(new URLSearchParams(`${address}&sort=${sort}`)).query, cursor, limit: 24 };
}

test('a page of the market by filters alone begins with what a look at each listing finds, on walks in every order as well as compared', () => {
  let cut = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 6, arbitrary: row }, { weight: 1, arbitrary: fc.nat({ max: 80 }) }), { maxLength: 150, size: 'max' }),
      pick(...asked),
      pick(...sorts),
      fc.option(fc.nat({ max: 40 })),
      fc.integer({ min: 1, max: 8 }),
      pick(0, 0, 4_096),
      fc.nat({ max: 150 }),
      (steps, address, sort, cursorAt, wanted, compared, arrangedAfter) => {
        const columns = new FacetColumns();
        const model = new Map<number, FacetRow>();
        for (const [i, step] of steps.entries()) {
          if (i === arrangedAfter) for (const each = arranged(columns); !each.next().done; );
          if (typeof step === 'number') {
            columns.remove(step * 97 + 1);
            model.delete(step * 97 + 1);
          } else {
            columns.put(step);
            model.set(step.n, step);
          }
        }
        if (columns.prices === null) for (const each = arranged(columns); !each.next().done; );
        const query = queryOf(address, sort, cursorAt === null ? undefined : [...model.values()][cursorAt]);
        const { set, condition, language, game, minPrice, maxPrice } = query;
        const among = (values: readonly string[], value: string | null) => values.length === 0 || values.includes(value ?? '');
        const isMeant = (each: FacetRow) =>
          each.expiresAt > now &&
          among(set, each.set) &&
          among(condition, each.condition) &&
          among(language, each.language) &&
          among(game, each.game) &&
          Math.min(each.priceRank, 0xffffffff) >= (minPrice ?? 0) &&
          Math.min(each.priceRank, 0xffffffff) <= (maxPrice ?? 0xffffffff);
        const meant = [...model.values()].filter(isMeant);
        const found = placesOfMarket(columns, query, wanted, now, compared);
        const plain = countFacets(columns, query, now, columns.size);
        expect(found?.counted).toEqual({ ...plain, found: null });
        expect(found?.counted.total).toBe(meant.length);

        const key = keyOf[sort] as (each: FacetRow) => number;
        const sign = sort === 'price_asc' ? 1 : sort === 'price_desc' ? -1 : 0;
        const whole = (each: FacetRow) => key(each) * 1_000 + (each.priceRank >= 0xffffffff ? 0 : sign * (each.made ?? 0));
        const from = cursorAt === null ? undefined : [...model.values()][cursorAt];
        const chosen = new Set(found?.chosen.map((place) => columns.n[place]));
        // Nothing that stands up to the last of those that are wanted is left out, and nothing that is not meant is in.
        const after = meant.filter((each) => !from || key(each) > key(from)).map(whole);
        const last = after.toSorted((x, y) => x - y)[Math.min(wanted, after.length) - 1] ?? Number.NEGATIVE_INFINITY;
        const sure = meant.filter((each) => (!from || key(each) > key(from)) && whole(each) <= last);
        expect(sure.filter(({ n }) => !chosen.has(n))).toEqual([]);
        expect([...chosen].filter((n) => !meant.some((each) => each.n === n))).toEqual([]);
        if (compared === 0 && found && found.chosen.length < meant.length) cut++;
      },
    ),
    { seed: 20_261_126, numRuns: 250 },
  );
  expect(cut).toBeGreaterThan(20);
});

test('[10-2] a walk by time looks up fewer numbers than there are listings, however many were ever given', () => {
  const columns = new FacetColumns();
  const [size, apart, rare] = [4_000, 300, 40];
  const facts = { ...base, set: 'lea', condition: 'mint', language: 'en', name: 'Charizard', priceRank: 5 };
  for (let i = 1; i <= size; i++) {
    const one = { ...facts, n: i * apart, made: i, game: i <= rare ? 'magic' : 'pokemon', publishedAt: i };
    // What was to be over by now is for sale longer, so that each bound is due to be looked through.
    columns.put({ ...one, expiresAt: now });
    columns.put({ ...one, expiresAt: now + 1 + ((i * 7) % size) });
  }
  for (let n = 2_000_000; n < 3_000_000; n += 1_000) {
    columns.put({ ...facts, n, made: 1, game: 'pokemon', publishedAt: now, expiresAt: now + 1 });
    columns.remove(n);
  }
  for (const each = arranged(columns); !each.next().done; );
  const bounds = new Set(Array.from({ length: size }, (_, i) => columns.moments.of((i + 1) * apart)));
  for (const moment of ['publishedAt', 'expiresAt'] as const)
    expect(new Set([...columns.moments.inOrder(moment)].map(({ at }) => at))).toEqual(bounds);

  const looked = vi.spyOn(columns, 'placeOf');
  for (const sort of ['newest', 'ending'] as const) {
    const found = placesOfMarket(columns, queryOf('game=magic', sort, undefined), 24, now, 0);
    const key = (i: number) => (sort === 'newest' ? -i : (i * 7) % size);
    const first = Array.from({ length: rare }, (_, i) => i + 1).sort((a, b) => key(a) - key(b));
    expect(found?.chosen.map((place) => columns.n[place]! / apart).sort((a, b) => key(a) - key(b))).toEqual(first.slice(0, 24));
    expect(found?.counted.total).toBe(rare);
    expect(looked.mock.calls.length).toBeLessThan(size);
    looked.mockClear();
  }
});

test('places by price stay in their order in leaves that fill, part and go', () => {
  const columns = new FacetColumns();
  const facts = {
    ...base,
    game: 'magic',
    set: 'lea',
    condition: 'mint',
    language: 'en',
    name: 'Charizard',
    expiresAt: long,
    publishedAt: 1,
    made: 1,
  };
  const size = 30_000;
  // Of one price more than a leaf holds.
  const priceOf = (n: number) => (n % 3 === 0 ? 500 : (n * 7_919) % 1_009);
  for (let n = 1; n <= size; n++) columns.put({ ...facts, n, priceRank: priceOf(n) });
  const order = new PriceOrder(columns, columns.games.find('magic') ?? 0);
  for (let place = 0; place < size; place++) order.add(place);
  const kept = Array.from({ length: size }, (_, place) => place).filter((place) => place % 7 !== 0);
  for (let place = 0; place < size; place += 7) order.remove(place);
  for (const [min, max] of [
    [0, 0xffffffff],
    [500, 500],
    [499, 501],
    [17, 900],
    [2_000, 3_000],
  ] as const) {
    const pieces = order.between(min, max);
    const places = pieces.flatMap((piece) => [...piece.places]);
    const prices = places.map((place) => columns.price[place]!);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(places.toSorted((a, b) => a - b)).toEqual(kept.filter((place) => columns.price[place]! >= min && columns.price[place]! <= max));
    for (const { places: those, makes } of pieces) expect(makes.length).toBe(those.length);
  }
  for (const place of kept) order.remove(place);
  expect(order.between(0, 0xffffffff)).toEqual([]);
  expect(() => order.remove(1)).toThrow('Place 1 is not in the order of its price.');
});
