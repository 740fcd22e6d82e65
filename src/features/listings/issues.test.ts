import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arranged } from './arranged.ts';
import { LeftChains } from './chains.ts';
import { FacetColumns } from './facet-columns.ts';
import { plainRow } from './facet-row.testing.ts';
import type { FacetRow } from './facet-row.ts';
import { byIssues } from './issue-sieve.ts';
import { PlaceList } from './place-list.ts';
import { allOf, byAnyTable, byRange, byTable, noneOf, type Sieve } from './sieve.ts';
import { sift } from './sift.ts';

test('[10-2] conditions on issues find what a look at each listing finds, by chains, of few places and of all', () => {
  const columns = new FacetColumns();
  const model = new Map<number, FacetRow>();
  const put = (n: number, i: number) => {
    const row = {
      ...plainRow,
      n,
      name: `Card ${i % 211}`,
      number: String(i % 97),
      set: `set${i % 13}`,
      title: i % 7 === 0 ? 'Signed' : null,
      priceRank: i % 50,
    };
    columns.put(row);
    model.set(n, row);
  };
  for (let n = 1; n <= 9_000; n++) put(n, (n * 7_919) % 3_001);
  for (const each = arranged(columns); !each.next().done; );
  // What comes and goes later stands anywhere.
  for (let n = 1; n <= 2_000; n++) {
    columns.remove(n * 3);
    model.delete(n * 3);
  }
  for (let n = 1; n <= 3_000; n++) put(n * 5, (n * 31) % 6_007);
  const { issues, names, numbers, editions } = columns;
  const of = (texts: typeof names, text: string) => {
    const table = new Uint8Array(texts.size + 1);
    table[texts.find(text)] = 1;
    return table;
  };
  const found = new PlaceList();
  const few = Int32Array.from({ length: 40 }, (_, i) => i * 101);
  let narrow = 0;
  fc.assert(
    fc.property(fc.nat({ max: 210 }), fc.nat({ max: 96 }), fc.nat({ max: 12 }), fc.nat({ max: 3 }), (name, number, set, form) => {
      const byName = { column: issues.name, table: of(names, `card ${name}`), chains: issues.ofName };
      const byNumber = { column: issues.number, table: of(numbers, `${number}`), chains: issues.ofNumber };
      const bySet = { column: issues.edition, table: of(editions, `magic\nset${set}\n`), chains: issues.ofEdition };
      const isName = (row: FacetRow) => row.name === `Card ${name}` && row.title === null;
      const isNumber = (row: FacetRow) => row.number === `${number}`;
      const isSet = (row: FacetRow) => row.set === `set${set}`;
      const forms: [Sieve, (row: FacetRow) => boolean][] = [
        [byTable(byName), isName],
        [allOf([byTable(bySet), byTable(byNumber)]), (row) => isSet(row) && isNumber(row)],
        [
          byAnyTable(byName, bySet, byNumber, { column: issues.ownTitle, table: Uint8Array.of(0, 1) }),
          (row) => isName(row) || (row.title === null && (isSet(row) || isNumber(row))),
        ],
        [noneOf(byTable(bySet)), (row) => !isSet(row)],
      ];
      const [sieve, fits] = forms[form]!;
      if (byIssues(columns, sieve).source()) narrow++;
      for (const isCheap of [false, true]) {
        const whole = () => (isCheap ? allOf([byIssues(columns, sieve), byRange(columns.price, 0, 9)]) : byIssues(columns, sieve));
        const meant = [...model.values()].filter((row) => fits(row) && (!isCheap || row.priceRank < 10)).map(({ n }) => n);
        const numbersOf = (places: Int32Array) => Array.from(places, (at) => columns.n[at]!);
        expect(numbersOf(sift(whole(), columns.size, null, found)).sort()).toEqual(meant.sort());
        expect(numbersOf(sift(whole(), columns.size, few, found))).toEqual(numbersOf(few).filter((n) => meant.includes(n)));
      }
    }),
    { seed: 20_261_126, numRuns: 60 },
  );
  expect(narrow).toBeGreaterThan(15);
});

test('[10-2] of very many listings of one issue no chain is longer than is soon walked, and each leaves it from anywhere', () => {
  const columns = new FacetColumns();
  const count = 9_000;
  for (let n = 1; n <= count; n++) columns.put({ ...plainRow, n });
  for (const each = arranged(columns); !each.next().done; );
  for (let n = 1; n <= count; n++) if (n % 4 !== 0) columns.remove((n * 7_919) % (count + 1) || count);
  const held: number[] = [];
  for (let issue = 1; issue <= columns.issues.size; issue++) {
    const before = held.length;
    for (let at = columns.ofIssue.first(issue); at !== -1; at = columns.ofIssue.next(at)) held.push(at);
    expect(held.length - before).toBe(columns.ofIssue.count(issue));
    expect(held.length - before).toBeLessThanOrEqual(4_096);
  }
  expect(columns.issues.size).toBe(3);
  expect(held.sort((a, b) => a - b)).toEqual(Array.from({ length: columns.size }, (_, at) => at));
  // Room in a full one is used again.
  for (let n = 1; n <= count; n++) columns.put({ ...plainRow, n });
  expect([columns.issues.size, columns.size]).toEqual([3, count]);
  expect(() => new LeftChains().unlink(3, 1)).toThrow('3 is not in the chain of 1.');
});

test('[10-2] more kinds, sellers, names and numbers than two bytes say are told apart', () => {
  const columns = new FacetColumns();
  const count = 66_000;
  for (let n = 1; n <= count; n++)
    columns.put({ ...plainRow, n, seller: `s${n}`, name: `c${n}`, number: `${n}`, grading: `psa\n${n}`, condition: `c${n % 8_000}` });
  for (const each = arranged(columns); !each.next().done; );
  const { issues, sellers, names, numbers, gradings, kinds, conditions } = columns;
  for (let n = 1; n <= count; n += 13) {
    const at = columns.placeOf(n);
    const issue = columns.issue[at]!;
    const said = [names.text(issues.name[issue]!), numbers.text(issues.number[issue]!), gradings.text(columns.grading[at]!)];
    expect([...said, columns.seller[at], conditions.words[kinds.condition[columns.kind[at]!]!]]).toEqual([
      `c${n}`,
      `${n}`,
      `psa\n${n}`,
      sellers.find(`s${n}`),
      `c${n % 8_000}`,
    ]);
  }
});
