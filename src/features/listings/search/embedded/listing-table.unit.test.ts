import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from '#features/catalogue/language.ts';
import { eachFlag } from '#features/catalogue/words.ts';
import type { ListingFilters, ListingSort } from '../listing.query.ts';
import { facetNames, filterNames, isChosen, priceEdges, type SortKey } from '../listing-search.ts';
import { type IndexedListing, ListingTable } from './listing-table.ts';
import { all, compile, notOfSellers, type SearchContext, withWords } from './predicates.ts';
import { scan } from './scan.ts';

const now = new Date(1_000_000);
const micros = now.getTime() * 1_000;
const of = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const listing: fc.Arbitrary<IndexedListing> = fc
  .record({
    n: fc.integer({ min: 1, max: 60 }),
    card: of(null, 'c1', 'c2', 'c3', 'c4'),
    game: of('pokemon', 'magic'),
    set: of(null, 'base', 'leg'),
    rarity: of(null, 'Rare', 'Common'),
    condition: of('mint', 'played'),
    finish: of(null, 'holo', 'foil'),
    language: of('en', 'de'),
    graded: fc.boolean(),
    photo: fc.boolean(),
    acceptsOffers: fc.boolean(),
    edition: of(null, 'first'),
    shipsFrom: of(null, 'DE', 'US'),
    shipsTo: of(null, null, '-', 'DE', 'EU', 'FR world', 'world'),
    ...eachFlag(() => of(false, false, true)),
    // Few prices, so that many are equal and blocks are split within one price.
    price: of(50, 100, 100, 100, 499, 500, 2_600, 200_000),
    seller: of('ann', 'bob', 'cid'),
    name: of('Charizard', 'Pikachu'),
    number: of(null, '4/102', '058'),
    grading: of(null, 'psa\n9.5', 'cgc\n'),
    publishedAt: fc.integer({ min: 1, max: 20 }),
    expiresAt: fc.integer({ min: -3, max: 20 }).map((later) => micros + later),
  })
  .map((one) => {
    const setName = one.set && `The ${one.set} set`;
    const words = [one.name, one.set, one.number].filter(Boolean).join(' ').toLowerCase();
    return {
      ...one,
      id: `id${String(one.n).padStart(3, '0')}`,
      setName,
      company: one.grading && (one.grading.split('\n')[0] as string).toUpperCase(),
      grade: one.grading && (one.grading.split('\n')[1] || 'Authentic'),
      title: `${one.name} · ${setName ?? 'no set'}`,
      words,
    };
  });

/** Listings put, put again at other prices and facts, and removed. */
const change = fc.oneof(
  { weight: 9, arbitrary: fc.record({ put: listing }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.integer({ min: 1, max: 60 }) }) },
);

const noFilters: ListingFilters = {
  ...{ q: null, game: [], set: [], rarity: [], condition: [], finish: [], language: [], graded: null, edition: [] },
  ...eachFlag(() => null),
  ...{ company: [], grade: [], photo: null, shipsFrom: [], shipsTo: null },
  ...{ minPrice: null, maxPrice: null, seller: null, minRating: null, acceptsOffers: null },
};
const flag = of(null, null, null, null, null, null, true, false);
const some = <T extends string>(...values: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { arbitrary: fc.subarray(values), weight: 1 });
const filters = fc.record({
  ...{
    game: some('pokemon', 'magic', 'other'),
    set: some('base', 'leg'),
    rarity: some('Rare', 'Common'),
    finish: some('holo'),
  },
  ...{
    condition: some('mint', 'played'),
    language: some('en', 'ja'),
    edition: some('first'),
    graded: flag,
    company: some('PSA', 'SGC'),
    grade: some('9.5', '10'),
    photo: flag,
    shipsFrom: some('DE', 'FR'),
    shipsTo: of(null, null, null, 'FR', 'EU', 'world', 'CH'),
    ...eachFlag(() => flag),
  },
  ...{
    acceptsOffers: flag,
    minPrice: of(null, null, 100, 2_600),
    maxPrice: of(null, null, 100, 499, 2_600),
  },
}) as fc.Arbitrary<Partial<ListingFilters>>;

/** A condition of the language beside what it says of a listing. */
const terms: readonly (readonly [q: string, fits: (one: IndexedListing) => boolean])[] = [
  ['price<5', ({ price }) => price < 500],
  ['price>=5', ({ price }) => price >= 500],
  ['price:1,26', ({ price }) => price === 100 || price === 2_600],
  ['game:magic', ({ game }) => game === 'magic'],
  ['cond>=nm', ({ condition }) => condition === 'mint'],
  ['is:graded,offers', ({ graded, acceptsOffers }) => graded || acceptsOffers],
  ['is:foil', ({ finish }) => finish !== null],
  ['edition:first', ({ edition }) => edition === 'first'],
  ['is:misprint', ({ misprint }) => misprint],
  ['set:bs', ({ set, game }) => set === 'base' && game === 'pokemon'],
  ['set:leg', ({ set }) => set === 'leg'],
  ['n:4/102', ({ number }) => number === '4/102'],
  ['n:58', ({ number }) => number === '058'],
  ['n:58/64', ({ number, set, game }) => number === '058' && set === 'leg' && game === 'magic'],
  ['name:zard', ({ name }) => name === 'Charizard'],
  ['name:"chu · the"', ({ name, set }) => name === 'Pikachu' && set !== null],
  ['rarity:common', ({ rarity }) => rarity === 'Common'],
  ['year<2000', ({ card }) => card === 'c1' || card === 'c2'],
  ['company:psa', ({ grading }) => grading === 'psa\n9.5'],
  ['grade>=9', ({ grading }) => grading === 'psa\n9.5'],
  ['seller:ann,nobody', ({ seller }) => seller === 'ann'],
  ['(pikachu or leg)', ({ name, set }) => name === 'Pikachu' || set === 'leg'],
  ['("charizard base" or zzz)', ({ name, set }) => name === 'Charizard' && set === 'base'],
];
const context: SearchContext = {
  sets: [
    { game: 'pokemon', code: 'base', abbr: 'BS', printedTotal: 102 },
    { game: 'magic', code: 'leg', abbr: null, printedTotal: 64 },
  ],
  sellers: new Map([['ann', 'ann']]),
  years: new Map([
    ['c1', 1999],
    ['c2', 1996],
    ['c3', 2021],
  ]),
  now,
};
interface Tree {
  q: string;
  fits: (one: IndexedListing) => boolean;
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: of(...terms).map(([q, fits]) => ({ q, fits })) },
    {
      weight: 1,
      arbitrary: tie('tree').map(({ q, fits }) => ({ q: `-(${q})`, fits: (one: IndexedListing) => !fits(one) })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ q: `(${a.q} ${b.q})`, fits: (one: IndexedListing) => a.fits(one) && b.fits(one) })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ q: `(${a.q} or ${b.q})`, fits: (one: IndexedListing) => a.fits(one) || b.fits(one) })),
    },
  ),
}));

const criteria = of(
  null,
  { cards: ['c2', 'c1', 'c9'], near: [], words: [] },
  {
    cards: ['c3'],
    near: [
      [5, 100_400],
      [8, 100_000],
    ] as [number, number][],
    words: ['charizard'],
  },
);
const question = fc
  .record({
    filters,
    tree: fc.option(tree),
    hidden: of(null, null, 'bob'),
    sought: criteria,
    sort: of<ListingSort>('newest', 'ending', 'price_asc', 'price_desc', 'relevance'),
  })
  // Without words nothing is more relevant than anything else.
  .map((query) =>
    query.sort === 'relevance' && query.sought === null ? { ...query, sort: 'newest' as const } : query,
  );

const valueIn = (one: IndexedListing, name: (typeof filterNames)[number]): string | null =>
  name === 'price'
    ? String(priceEdges.filter((edge) => one.price >= edge).length)
    : one[name] === null
      ? null
      : String(one[name]);

/** By the rule in other words: the union has FR, and CH is outside. */
const larger: Record<string, string[]> = { FR: ['EU', 'world'], EU: ['world'], CH: ['world'], DE: ['EU', 'world'] };
const serves = ({ shipsTo }: IndexedListing, to: string) =>
  shipsTo === null || [to, ...(larger[to] ?? [])].some((each) => shipsTo.split(' ').includes(each));

function countedDestinations(listings: readonly IndexedListing[], chosen: string | null): Record<string, number> {
  const named = listings.flatMap(({ shipsTo }) => (shipsTo === null || shipsTo === '-' ? [] : shipsTo.split(' ')));
  const counts = [...named, ...(chosen ? [chosen] : [])].map(
    (each) => [each, listings.filter((one) => serves(one, each)).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function fitsFilter(one: IndexedListing, query: ListingFilters, name: (typeof filterNames)[number]): boolean {
  if (name === 'price')
    return one.price >= (query.minPrice ?? 0) && one.price <= (query.maxPrice ?? Number.POSITIVE_INFINITY);
  const chosen = query[name];
  if (name === 'shipsTo') return query.shipsTo === null || serves(one, query.shipsTo);
  if (!isChosen(query, name)) return true;
  return Array.isArray(chosen)
    ? (chosen as string[]).includes(valueIn(one, name) ?? '')
    : one[name as 'graded'] === chosen;
}

/** The same answers from an array of listings. */
function plainly(
  listings: readonly IndexedListing[],
  {
    filters: query,
    tree,
    hidden,
    sought: searched,
    sort,
  }: typeof question extends fc.Arbitrary<infer Question> ? Question : never,
) {
  const filters = { ...noFilters, ...query };
  const rankOf = (one: IndexedListing) => {
    const named = searched?.cards.indexOf(one.card ?? '') ?? 0;
    if (named !== -1) return named + 1;
    const near = one.card === null ? new Map(searched?.near).get(one.n) : undefined;
    return (
      near ??
      (searched?.words.length && searched.words.every((word) => one.words.split(' ').includes(word)) ? 50_000 : null)
    );
  };
  const meant = listings.filter(
    (one) =>
      one.expiresAt > micros &&
      one.seller !== hidden &&
      (tree?.fits(one) ?? true) &&
      (filters.acceptsOffers === null || one.acceptsOffers === filters.acceptsOffers) &&
      (searched === null || rankOf(one) !== null),
  );
  const without = (name: string) =>
    meant.filter((one) => filterNames.every((other) => other === name || fitsFilter(one, filters, other)));
  const found = without('');
  const counted = (name: (typeof filterNames)[number]) => {
    if (name === 'shipsTo') return countedDestinations(without(name), filters.shipsTo);
    const counts = new Map<string, number>();
    for (const one of without(name)) {
      const value = valueIn(one, name);
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  };
  const first = (one: IndexedListing) =>
    sort === 'newest' ? one.publishedAt : sort === 'ending' ? one.expiresAt : one.price;
  const keyOf = (one: IndexedListing): SortKey =>
    sort === 'relevance' ? [rankOf(one) as number, first(one), one.id] : [first(one), one.id];
  const direction = sort === 'newest' || sort === 'price_desc' ? -1 : 1;
  const before = (a: SortKey, b: SortKey) =>
    direction * (a.map((part, i) => (part < b[i]! ? -1 : part > b[i]! ? 1 : 0)).find(Boolean) ?? 0);
  const hits = found.map((one) => ({ id: one.id, key: keyOf(one) })).sort((a, b) => before(a.key, b.key));
  return {
    hits,
    total: found.length,
    counts: Object.fromEntries(facetNames.map((name) => [name, counted(name)])),
    without: Object.fromEntries(
      filterNames.filter((name) => isChosen(filters, name)).map((name) => [name, without(name).length]),
    ),
  };
}

test('a scan of the table finds, orders and counts the same as a plain filter over all listings', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 120, size: 'max' }),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      (changes, questions) => {
        const table = new ListingTable(8);
        const listings = new Map<number, IndexedListing>();
        for (const one of changes) {
          if ('put' in one) {
            table.put(one.put);
            listings.set(one.put.n, one.put);
          } else {
            table.remove(one.remove);
            listings.delete(one.remove);
          }
        }
        expect(table.size).toBe(listings.size);
        for (const query of questions) {
          const expected = plainly([...listings.values()], query);
          const advanced = query.tree && parseSearch(query.tree.q).tree;
          const conditions = [
            ...(advanced ? [compile(advanced, table, context)] : []),
            ...(query.hidden ? [notOfSellers(table, [query.hidden])] : []),
          ];
          const { sought: searched } = query;
          const request = {
            filters: { ...noFilters, ...query.filters },
            predicate: conditions.length > 0 ? all(conditions) : null,
            sought: searched && {
              ...searched,
              near: new Map(searched.near.filter(([n]) => listings.get(n)?.card === null)),
              words: searched.words.length > 0 ? withWords(table, searched.words) : null,
            },
            ...{ sort: query.sort, now },
          };
          const answered = scan(table, { ...request, after: null, limit: 5 });
          const counts = Object.fromEntries(
            Object.entries(answered.counts).map(([name, rows]) => [
              name,
              Object.fromEntries(rows.map(({ value, count }) => [value, count])),
            ]),
          );
          expect({ ...answered, counts }).toEqual({ ...expected, hits: expected.hits.slice(0, 5) });
          for (const [i, { key }] of expected.hits.slice(0, 6).entries())
            expect(scan(table, { ...request, after: key, limit: 4 }).hits).toEqual(expected.hits.slice(i + 1, i + 5));
          found += expected.total;
        }
      },
    ),
    { seed: 20_261_128, numRuns: 300 },
  );
  expect(found).toBeGreaterThan(500);
});

test('a table of one price, whose blocks are split within that price, retains every listing through price changes and removals', () => {
  const table = new ListingTable(4);
  const [sample] = fc.sample(listing, { seed: 1, numRuns: 1 }) as [IndexedListing];
  const put = (n: number, price: number) =>
    table.put({ ...sample, n, id: `id${n}`, price, card: n % 2 ? 'c1' : null, expiresAt: micros + 1 });
  for (let n = 1; n <= 100; n++) put(n, 300);
  for (let n = 1; n <= 50; n++) put(n, 100 + n);
  for (let n = 51; n <= 60; n++) table.remove(n);
  const { hits, total } = scan(table, {
    filters: noFilters,
    predicate: null,
    sought: null,
    sort: 'price_asc',
    after: null,
    limit: 200,
    now,
  });
  expect([total, table.size, table.freeTexts]).toEqual([90, 90, 45]);
  expect(hits.slice(0, 50).map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `id${n + 1}`));
  expect(new Set(hits.slice(50).map(({ id }) => id))).toEqual(
    new Set(Array.from({ length: 40 }, (_, n) => `id${n + 61}`)),
  );
});
