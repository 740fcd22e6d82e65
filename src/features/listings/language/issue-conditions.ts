import type { SetMark } from '#features/catalogue/index.server.ts';
import { bareNumber, readNumber, type SearchKey, type SearchTerm, type SearchTree } from '#features/catalogue/language.ts';
import type { FacetColumns } from '../facet-columns.ts';
import type { Edition } from '../read-editions.ts';
import { allOf, anyOf, byAnyTable, byTable, noneOf, type Sieve } from '../sieve.ts';
import type { TextNumbers } from '../text-numbers.ts';
import { saysOnly } from './kind-conditions.ts';

const keys: ReadonlySet<SearchKey> = new Set(['name', 'set', 'n']);

/** Whether it asks for nothing but what an issue says. */
export const saysIssues = (tree: SearchTree) => saysOnly(tree, keys);

/** A search that asks for nothing else as a condition on the numbers of issues. */
export function issuesOf(tree: SearchTree, columns: FacetColumns, marks: readonly SetMark[]): Sieve {
  const of = (part: SearchTree) => issuesOf(part, columns, marks);
  switch (tree.kind) {
    case 'and':
      return allOf(tree.of.map(of));
    case 'or':
      return anyOf(tree.of.map(of));
    case 'not':
      return noneOf(of(tree.of));
    case 'words':
      throw new TypeError('An issue holds no words.');
    case 'term':
      return issuesOfTerm(tree, columns, marks);
  }
}

function issuesOfTerm({ key, values }: SearchTerm, columns: FacetColumns, marks: readonly SetMark[]): Sieve {
  const each = (sieve: (value: string) => Sieve) => anyOf(values.map(sieve));
  switch (key) {
    case 'name':
      return each((name) => named(columns, name.toLowerCase()));
    case 'set':
      return each((set) => ofSet(columns, set.toLowerCase(), marks));
    case 'n':
      return each((number) => numbered(columns, number, marks));
    default:
      throw new TypeError(`An issue says nothing of ${key}.`);
  }
}

/** A title that card, set and number make holds what one of them holds. */
function named(columns: FacetColumns, part: string): Sieve {
  const { names, readEditions, numbers, issues } = columns;
  return byAnyTable(
    { column: issues.name, table: names.holding(part), chains: issues.ofName },
    { column: issues.edition, table: readEditions.holding(part), chains: issues.ofEdition },
    { column: issues.number, table: numbers.holding(part), chains: issues.ofNumber },
    { column: issues.ownTitle, table: Uint8Array.of(0, 1) },
  );
}

function ofSet(columns: FacetColumns, set: string, marks: readonly SetMark[]): Sieve {
  const called = new Set(marks.flatMap(({ game, code, abbr }) => (abbr?.toLowerCase() === set ? [`${game}\n${code}`] : [])));
  return ofEdition(columns, ({ of, code }) => code === set || called.has(of), columns.readEditions.holding(set));
}

/** Those of an edition that fits, or that `table` marks already. */
function ofEdition(columns: FacetColumns, fits: (edition: Edition) => boolean, table?: Uint8Array): Sieve {
  const editions = columns.readEditions.all();
  const marked = table ?? new Uint8Array(editions.length + 1);
  editions.forEach((edition, i) => {
    if (fits(edition)) marked[i + 1] = 1;
  });
  return byTable({ column: columns.issues.edition, table: marked, chains: columns.issues.ofEdition });
}

function numbered(columns: FacetColumns, typed: string, marks: readonly SetMark[]): Sieve {
  const { whole, number, total, printedTotal } = readNumber(typed);
  const begins = total === undefined ? `${whole}/` : null;
  const fitting = ofNumber(columns, whole, (bare) => bare === whole || (begins !== null && bare.startsWith(begins)));
  if (printedTotal === null) return fitting;
  const printed = new Set(marks.flatMap((mark) => (mark.printedTotal === printedTotal ? [`${mark.game}\n${mark.code}`] : [])));
  const ofTotal = ofEdition(columns, ({ of }) => printed.has(of));
  return anyOf([fitting, allOf([ofNumber(columns, number, (bare) => bare === number), ofTotal])]);
}

const ofNumber = ({ numbers, issues }: FacetColumns, part: string, fits: (bare: string) => boolean) =>
  byTable({ column: issues.number, table: tableHolding(numbers, part, fits), chains: issues.ofNumber });

/** Numbers of cards, compared without their zeros: only what holds the sought one is looked at. */
function tableHolding(texts: TextNumbers, part: string, fits: (bare: string) => boolean): Uint8Array {
  const table = part === '' ? new Uint8Array(texts.size + 1) : texts.holding(part);
  for (let number = 1; number < table.length; number++) if (table[number] === 1 && !fits(bareNumber(texts.text(number)))) table[number] = 0;
  return table;
}
