import type { SearchKey, SearchTerm, SearchTree } from '#features/catalogue/language.ts';
import { finishes, isPlainFinish } from '#features/catalogue/words.ts';
import type { FacetColumns } from '../facet-columns.ts';
import { flagTables, type Kinds, parts } from '../kinds.ts';
import { conditionsThan } from './search-conditions.ts';

const keys: ReadonlySet<SearchKey> = new Set(['game', 'lang', 'finish', 'cond', 'is']);

/** Whether it asks for nothing but what a listing's kind says. */
export const saysKinds = (tree: SearchTree) => saysOnly(tree, keys);

/** Whether it has no other keys than these, and no words. */
export function saysOnly(tree: SearchTree, some: ReadonlySet<SearchKey>): boolean {
  if (tree.kind === 'words') return false;
  if (tree.kind === 'term') return some.has(tree.key);
  return tree.kind === 'not' ? saysOnly(tree.of, some) : tree.of.every((part) => saysOnly(part, some));
}

/** The kinds that fit, as one table however many conditions it has; null where it asks for more than a kind says. */
export function kindsOf(tree: SearchTree, columns: FacetColumns): Uint8Array | null {
  if (!saysKinds(tree)) return null;
  const makes = tableOf(tree, columns);
  const kinds = new Uint8Array(columns.kinds.size);
  for (let make = 0; make < makes.length; make++) if (makes[make] === 1) kinds.fill(1, make * parts, (make + 1) * parts);
  return kinds;
}

/** Makes of which a table marks the number of one fact. None of these facts parts the kinds of a make, and those are nine times as many. */
function makesOf({ size }: Kinds, fact: Uint16Array, table: Uint8Array): Uint8Array {
  const makes = new Uint8Array(size / parts);
  for (let make = 0; make < makes.length; make++) makes[make] = table[fact[make * parts]!]!;
  return makes;
}

function tableOf(tree: SearchTree, columns: FacetColumns): Uint8Array {
  switch (tree.kind) {
    case 'not':
      return tableOf(tree.of, columns).map((fits) => 1 - fits);
    case 'and':
      return together(
        tree.of.map((part) => tableOf(part, columns)),
        (one, other) => one & other,
      );
    case 'or':
      return together(
        tree.of.map((part) => tableOf(part, columns)),
        (one, other) => one | other,
      );
    case 'term':
      return tableOfTerm(tree, columns);
    case 'words':
      throw new TypeError('A kind holds no words.');
  }
}

function together([first = new Uint8Array(), ...others]: Uint8Array[], join: (one: number, other: number) => number): Uint8Array {
  for (const other of others) for (let make = 0; make < first.length; make++) first[make] = join(first[make]!, other[make]!);
  return first;
}

function tableOfTerm({ key, comparison, values }: SearchTerm, { kinds, games, conditions, finishes: known, languages }: FacetColumns): Uint8Array {
  switch (key) {
    case 'game':
      return makesOf(
        kinds,
        kinds.game,
        games.marking((word) => values.includes(word)),
      );
    case 'lang':
      return makesOf(
        kinds,
        kinds.language,
        languages.marking((word) => values.includes(word)),
      );
    case 'finish':
      return makesOf(
        kinds,
        kinds.finish,
        known.marking((word) => values.includes(word)),
      );
    case 'cond': {
      const fitting: readonly string[] = comparison === ':' ? values : conditionsThan(comparison, values[0] ?? '');
      return makesOf(
        kinds,
        kinds.condition,
        conditions.marking((word) => fitting.includes(word)),
      );
    }
    default:
      return together(
        values.map((word) => {
          if (word === 'graded') return makesOf(kinds, kinds.flags, flagTables.graded);
          if (word === 'offers') return makesOf(kinds, kinds.flags, flagTables.offers);
          return makesOf(
            kinds,
            kinds.finish,
            known.marking((name) => (finishes as readonly string[]).includes(name) && !isPlainFinish(name)),
          );
        }),
        (one, other) => one | other,
      );
  }
}
