import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arranged } from './arranged.ts';
import type { Chains } from './chains.ts';
import { FacetColumns } from './facet-columns.ts';
import { countFacets, facetNames, isChosen } from './facet-count.ts';
import { plainRow } from './facet-row.testing.ts';
import type { FacetRow } from './facet-row.ts';
import type { ListingFilters } from './listing.query.ts';
import { countMarket } from './market-count.ts';
import { partOf } from './price-parts.ts';
import { Prints, unheldRarity } from './prints.ts';

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const row = fc.record({
  n: fc.integer({ min: 1, max: 60 }),
  card: pick<string | null>('a', '0123456789abcdef', null),
  game: pick('pokemon', 'magic'),
  set: pick<string | null>('base1', 'lea', null),
  setName: pick<string | null>('Some set'),
  rarity: pick<string | null>('Rare', 'Common', null),
  condition: pick('mint', 'poor'),
  finish: pick<string | null>('holo', null),
  language: pick('en', 'ja'),
  isGraded: fc.boolean(),
  acceptsOffers: fc.boolean(),
  priceRank: pick(1, 99, 100, 2_500, 99_999, 100_000, 5_000_000),
  expiresAt: pick(50, 100, 150),
  publishedAt: pick(10, 20),
  made: pick<number | null>(5, null),
  seller: pick('a', 'b'),
  name: pick('Charizard', 'Pikachu'),
  title: pick<string | null>('Signed', null),
  number: pick<string | null>('4', null),
  grading: pick<string | null>('psa\n9.5', null),
});
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const filters: fc.Arbitrary<ListingFilters> = fc.record({
  q: fc.constant(null),
  game: some('pokemon', 'magic', 'sports'),
  set: some('base1', 'lea', 'unknown'),
  rarity: some('Rare', 'Common'),
  condition: some('mint', 'poor') as fc.Arbitrary<ListingFilters['condition']>,
  finish: some('holo', 'foil'),
  language: some('en', 'ja'),
  graded: pick<boolean | null>(true, false, null),
  minPrice: pick<number | null>(null, 100, 2_500),
  maxPrice: pick<number | null>(null, 99_999),
  seller: fc.constant(null),
  acceptsOffers: pick<boolean | null>(true, false, null),
  // Searches with these go to the database.
  edition: fc.constant([]),
  signed: fc.constant(null),
  altered: fc.constant(null),
  misprint: fc.constant(null),
});

/** The same, said plainly and slowly. */
function fits(r: FacetRow, f: ListingFilters): boolean {
  const among = (values: readonly string[], value: string | null) => values.length === 0 || (value !== null && values.includes(value));
  return (
    r.expiresAt > 100 &&
    among(f.game, r.game) &&
    among(f.set, r.set) &&
    among(f.rarity, r.rarity) &&
    among(f.condition, r.condition) &&
    among(f.finish, r.finish) &&
    among(f.language, r.language) &&
    (f.graded === null || f.graded === r.isGraded) &&
    (f.acceptsOffers === null || f.acceptsOffers === r.acceptsOffers) &&
    r.priceRank >= (f.minPrice ?? 0) &&
    r.priceRank <= (f.maxPrice ?? Number.POSITIVE_INFINITY)
  );
}
const leftOut = (f: ListingFilters, name: (typeof facetNames)[number]): ListingFilters =>
  name === 'price' ? { ...f, minPrice: null, maxPrice: null } : { ...f, [name]: name === 'graded' ? null : [] };
const valueIn = (r: FacetRow, name: (typeof facetNames)[number]): string | null =>
  ({
    game: r.game,
    set: r.set,
    rarity: r.rarity,
    condition: r.condition,
    finish: r.finish,
    language: r.language,
    graded: String(r.isGraded),
    price: String(partOf(r.priceRank)),
  })[name];

describe('facet counts', () => {
  test('equal a plain recount, whatever was put, changed and removed before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: row }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }), { maxLength: 120 }),
        filters,
        fc.nat({ max: 120 }),
        (steps, f, arrangedAfter) => {
          const columns = new FacetColumns();
          const model = new Map<number, FacetRow>();
          for (const [i, step] of steps.entries()) {
            if (i === arrangedAfter) for (const each = arranged(columns); !each.next().done; );
            if (typeof step === 'number') {
              columns.remove(step);
              model.delete(step);
            } else {
              columns.put(step);
              model.set(step.n, step);
            }
          }
          const rows = [...model.values()];
          const counted = countFacets(columns, f, 100, 1_000);
          const ofMarket = countMarket(columns, f, 100, 1_000);
          expect(ofMarket !== null).toBe(columns.prices !== null && f.set.length + f.rarity.length === 0);
          if (ofMarket) {
            const { found, ...counts } = ofMarket.counted;
            expect({ ...counts, found: found?.toSorted() }).toEqual({ ...counted, found: counted.found?.toSorted() });
            expect(countMarket(columns, f, 100, -1)?.counted).toEqual({ ...counts, found: null });
          }
          expect(columns.size).toBe(model.size);
          expect(counted.total).toBe(rows.filter((r) => fits(r, f)).length);
          expect(new Set(Array.from(counted.found ?? [], (at) => columns.n[at]))).toEqual(new Set(rows.filter((r) => fits(r, f)).map((r) => r.n)));
          expect(columns.freeTexts).toBe(rows.filter((r) => r.card === null).length);
          const { issues, ofIssue } = columns;
          const holders = (chains: Chains, value: number) => {
            const held: number[] = [];
            for (let at = chains.first(value); at !== -1; at = chains.next(at)) held.push(at);
            expect(chains.countOf(Uint8Array.from({ length: value + 1 }, (_, i) => Number(i === value)))).toBe(held.length);
            return held;
          };
          const chained = (chains: Chains, value: number) =>
            holders(chains, value)
              .flatMap((issue) => holders(ofIssue, issue))
              .map((at) => columns.n[at] as number)
              .sort();
          const numbersOf = (isMeant: (r: FacetRow) => boolean) =>
            rows
              .filter(isMeant)
              .map((r) => r.n)
              .sort();
          for (const card of ['a', '0123456789abcdef'])
            expect(chained(issues.ofCard, columns.cards.find(card) ?? 0)).toEqual(numbersOf((r) => r.card === card));
          const called = (r: FacetRow) => (r.title === null ? r.name : `${r.name}\n${r.title}`);
          for (const one of rows) {
            const at = columns.placeOf(one.n);
            expect(columns.n[at]).toBe(one.n);
            const issue = columns.issue[at]!;
            expect(chained(issues.ofName, issues.name[issue]!)).toEqual(numbersOf((r) => called(r) === called(one)));
            expect(chained(issues.ofEdition, issues.edition[issue]!)).toEqual(
              numbersOf((r) => r.game === one.game && r.set === one.set && r.setName === one.setName),
            );
          }
          expect(chained(issues.ofNumber, columns.numbers.find('4'))).toEqual(numbersOf((r) => r.number === '4'));
          for (const name of facetNames) {
            const others = rows.filter((r) => fits(r, leftOut(f, name)));
            const expected = new Map<string, number>();
            for (const r of others) {
              const value = valueIn(r, name);
              if (value !== null) expected.set(value, (expected.get(value) ?? 0) + 1);
            }
            expect(new Map(counted.rows[name].filter((each) => each.count > 0).map((each) => [each.value, each.count]))).toEqual(expected);
            if (isChosen(f, name)) expect(counted.without[name]).toBe(others.length);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test('[10-2] rarities that a seller types one after the other leave room for sets', () => {
    const columns = new FacetColumns();
    const [[one]] = [fc.sample(row, { numRuns: 1, seed: 1 })];
    const listing = { ...(one as FacetRow), set: null, expiresAt: 150 };
    for (let i = 0; i < 65_535; i++) columns.put({ ...listing, n: 1, rarity: `r${i}` });
    expect([columns.prints.size, columns.prints.unheld]).toEqual([2, 0]);
    columns.put({ ...listing, n: 2, set: 'base1', rarity: 'Rare' });
    columns.put({ ...listing, n: 3, set: 'lea', rarity: null });
    const all = { ...leftOut({} as ListingFilters, 'price'), graded: null, acceptsOffers: null };
    const counted = (set: string[]) =>
      countFacets(columns, { ...all, game: [], set, rarity: [], condition: [], finish: [], language: [] } as never, 100, 9);
    expect([counted(['base1']).total, counted(['lea']).total, counted([]).rows.set.map(({ value }) => value)]).toEqual([1, 1, ['base1', 'lea']]);
    // Its word is one more than a column can number: there is one whose rarity only the database knows, until it goes.
    expect(columns.prints.unheld).toBe(1);
    columns.remove(2);
    expect(columns.prints.unheld).toBe(0);
  });

  test('[10-2] of more rarities at once than there are numbers, each set is still counted, and how many rarities are not held is known', () => {
    const prints = new Prints();
    const typed = Array.from({ length: 20_000 }, (_, i) => prints.add(0, i + 1));
    expect(prints.unheld).toBe(20_000 - 0x3fff);
    const ofCatalogue = Array.from({ length: 60_000 }, (_, i) => prints.add(1 + (i % 4_000), 1 + i));
    expect(ofCatalogue.every((print, i) => prints.set[print] === 1 + (i % 4_000))).toBe(true);
    expect(ofCatalogue.slice(0, 30_000).every((print, i) => prints.rarity[print] === 1 + i)).toBe(true);
    expect(prints.unheld).toBe(80_000 - 0xbfff);
    expect(prints.set[prints.add(4_321, unheldRarity)]).toBe(4_321);
    const before = prints.size;
    for (const print of [...typed, ...ofCatalogue]) prints.remove(print);
    expect(prints.unheld).toBe(1);
    for (let i = 0; i < 10_000; i++) prints.add(7, i);
    expect([prints.size, prints.unheld]).toEqual([before, 1]);
  });

  test('gives no numbers where more is found than was asked for', () => {
    const columns = new FacetColumns();
    for (let n = 1; n <= 5_000; n++) columns.put({ ...plainRow, n });
    const all: ListingFilters = {
      q: null,
      game: [],
      set: [],
      rarity: [],
      condition: [],
      finish: [],
      language: [],
      graded: null,
      minPrice: null,
      maxPrice: null,
      seller: null,
      acceptsOffers: null,
      edition: [],
      signed: null,
      altered: null,
      misprint: null,
    };
    expect(countFacets(columns, all, 1, 100).found).toBeNull();
    for (let n = 1; n <= 4_950; n++) columns.remove(n);
    expect(countFacets(columns, all, 1, 100)).toMatchObject({ total: 50 });
    expect(countFacets(columns, all, 1, 100).found).toHaveLength(50);
  });
});
