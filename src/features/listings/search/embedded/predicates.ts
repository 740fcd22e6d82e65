import { raritySpellings, readRarity, type SetMark, searchWords } from '#features/catalogue/index.server.ts';
import {
  ageMs,
  bareNumber,
  type Comparison,
  readNumber,
  type SearchKey,
  type SearchTerm,
  type SearchTree,
} from '#features/catalogue/language.ts';
import { copyFlags, finishes, isPlainFinish, parseEdition } from '#features/catalogue/words.ts';
import { parseMoney } from '#kernel/numbers/money.ts';
import { conditionsThan } from '../../language/search-conditions.ts';
import { type Columns, type Dimension, dimensions, type ListingTable, type Printing } from './listing-table.ts';

/** A condition on the rows of the table. */
export type Predicate =
  /** The row's code in a dictionary-encoded column is marked with 1. */
  | { is: 'codes'; column: CodeColumn; matches: Uint8Array }
  | { is: 'range'; column: 'price' | 'publishedAt'; from: number; to: number }
  | { is: 'and' | 'or'; of: Predicate[] }
  | { is: 'not'; of: Predicate };
type CodeColumn = 'combination' | 'printing' | 'card' | 'text' | 'number' | 'seller' | 'grading';

/** What a search in the language requests beyond the table. */
export interface SearchContext {
  sets: readonly SetMark[];
  /** Ids of members by name, in lower case. */
  sellers: ReadonlyMap<string, string>;
  /** The year in which a card came out, by its id. */
  years: ReadonlyMap<string, number>;
  now: Date;
}

const comparedByLetters: ReadonlySet<SearchKey> = new Set(['name', 'set', 'n', 'company']);
const isAscii = (text: string) => /^[ -~]*$/.test(text);

/**
 * Whether the table compares this search as the database does. Beyond ASCII, capitals are a matter of the database's
 * locale.
 */
export function canCompile(tree: SearchTree): boolean {
  if (tree.kind === 'term') return !comparedByLetters.has(tree.key) || tree.values.every(isAscii);
  if (tree.kind === 'words') return isAscii(tree.text);
  return tree.kind === 'not' ? canCompile(tree.of) : tree.of.every(canCompile);
}

export const all = (of: readonly Predicate[]): Predicate => combined('and', of);
const any = (of: readonly Predicate[]): Predicate => combined('or', of);

/** Conditions on the codes of one column become one. */
function combined(is: 'and' | 'or', of: readonly Predicate[]): Predicate {
  const parts: Predicate[] = [];
  for (const part of of) {
    const at = parts.findIndex((other) => other.is === 'codes' && part.is === 'codes' && other.column === part.column);
    const same = parts[at];
    if (same?.is !== 'codes' || part.is !== 'codes') parts.push(part);
    else
      parts[at] = {
        ...same,
        matches: same.matches.map((one, code) =>
          is === 'and' ? one & part.matches[code]! : one | part.matches[code]!,
        ),
      };
  }
  return parts.length === 1 ? parts[0]! : { is, of: parts };
}

function not(of: Predicate): Predicate {
  return of.is === 'codes' ? { ...of, matches: of.matches.map((one) => 1 - one) } : { is: 'not', of };
}

const codes = (column: CodeColumn, matches: Uint8Array): Predicate => ({ is: 'codes', column, matches });
const encoded = { card: 'cards', grading: 'gradings', number: 'numbers' } as const;
const matching = (table: ListingTable, column: keyof typeof encoded, fits: (term: string) => boolean): Predicate =>
  codes(column, table[encoded[column]].matching(fits));
const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

/** Rows of these sellers. */
export function ofSellers({ sellers }: ListingTable, ids: readonly string[]): Predicate {
  const matches = new Uint8Array(sellers.size);
  for (const id of ids) matches[sellers.find(id)] = 1;
  matches[0] = 0;
  return codes('seller', matches);
}

export const notOfSellers = (table: ListingTable, ids: readonly string[]): Predicate => not(ofSellers(table, ids));

/** Rows that hold all of these words. */
export const withWords = ({ texts }: ListingTable, words: readonly string[]): Predicate =>
  codes('text', texts.withWords(words));

function withValue(table: ListingTable, dimension: Dimension, fits: (value: string) => boolean): Predicate {
  const values = table.values.matching(fits);
  const at = dimensions.indexOf(dimension);
  return codes(
    'combination',
    Uint8Array.from(table.combinations, (facts) => values[facts[at]!]!),
  );
}

function withPrinting({ printings }: ListingTable, fits: (printing: Printing) => boolean): Predicate {
  const matches = new Uint8Array(printings.length);
  for (let code = 1; code < matches.length; code++) matches[code] = Number(fits(printings[code]!));
  return codes('printing', matches);
}

/** What `searchCondition` says in SQL of a row, said of the table. */
export function compile(tree: SearchTree, table: ListingTable, context: SearchContext): Predicate {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return combined(
        tree.kind,
        tree.of.map((part) => compile(part, table, context)),
      );
    case 'not':
      return not(compile(tree.of, table, context));
    case 'words':
      return compileWords(tree.text, tree.isPhrase, table);
    case 'term':
      return compileTerm(tree, table, context);
  }
}

function compileWords(text: string, isPhrase: boolean, table: ListingTable): Predicate {
  const words = searchWords(text);
  if (words.length > 0 && !isPhrase) return withWords(table, words);
  const part = text.toLowerCase();
  const inOneField = [
    codes('text', table.texts.containing(part)),
    withPrinting(table, ({ setName }) => holds(setName, part)),
  ];
  if (words.length === 0) return any(inOneField);
  return all([withWords(table, words), any([...inOneField, codes('text', table.texts.withPhrase(words))])]);
}

const holds = (text: string | null, part: string) => text?.toLowerCase().includes(part) ?? false;

function compileTerm({ key, comparison, values }: SearchTerm, table: ListingTable, context: SearchContext): Predicate {
  const oneOf = (chosen: readonly string[]) => (value: string) => chosen.includes(value);
  switch (key) {
    case 'game':
    case 'finish':
    case 'edition':
      return withValue(table, key, oneOf(values));
    case 'lang':
      return withValue(table, 'language', oneOf(values));
    case 'cond':
      return withValue(
        table,
        'condition',
        oneOf(comparison === ':' ? values : conditionsThan(comparison, values[0] ?? '')),
      );
    case 'is':
      return any(values.map((value) => compileIs(value, table)));
    case 'rarity': {
      const spelled = new Set(lower(values.flatMap((rarity) => raritySpellings(readRarity(rarity)))));
      return withPrinting(table, ({ rarity }) => rarity !== null && spelled.has(rarity.toLowerCase()));
    }
    case 'set':
      return any(lower(values).map((value) => compileSet(value, table, context)));
    case 'n':
      return any(values.map((value) => compileNumber(value, table, context)));
    case 'name':
      return any(lower(values).map((part) => codes('text', table.texts.containing(part))));
    case 'year': {
      const yearOf = (card: string) => context.years.get(card) ?? Number.NaN;
      return matching(table, 'card', (card) =>
        values.some((value) => compares(yearOf(card), comparison, Number(value))),
      );
    }
    case 'company':
      return matching(table, 'grading', (grading) => lower(values).includes(grading.split('\n')[0]!));
    case 'grade': {
      const gradeOf = (grading: string) => Number(grading.split('\n')[1] || Number.NaN);
      return matching(table, 'grading', (grading) =>
        values.some((value) => compares(gradeOf(grading), comparison, Number(value))),
      );
    }
    case 'seller':
      return ofSellers(
        table,
        lower(values).map((name) => context.sellers.get(name) ?? ''),
      );
    case 'price':
      return any(values.map((value) => range('price', comparison, parseMoney(value, 'USD') ?? 0)));
    case 'listed': {
      // Listed less than a week ago is published after a moment a week ago.
      const turned = comparison.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<')) as Comparison;
      return range('publishedAt', turned, (context.now.getTime() - ageMs(values[0] ?? '')) * 1_000);
    }
  }
}

function compileIs(word: string, table: ListingTable): Predicate {
  const isTrue = (value: string) => value === 'true';
  if (word === 'graded') return withValue(table, 'graded', isTrue);
  if (word === 'offers') return withValue(table, 'acceptsOffers', isTrue);
  const flag = copyFlags.find((each) => each === word);
  if (flag) return withValue(table, flag, isTrue);
  const edition = parseEdition(word);
  if (edition) return withValue(table, 'edition', (value) => value === edition);
  const shiny: readonly string[] = finishes.filter((finish) => !isPlainFinish(finish));
  return withValue(table, 'finish', (value) => shiny.includes(value));
}

const setKey = (game: string, code: string | null) => `${game}\n${code}`;

function compileSet(value: string, table: ListingTable, { sets }: SearchContext): Predicate {
  const abbreviated = new Set(
    sets.flatMap(({ game, code, abbr }) => (abbr?.toLowerCase() === value ? [setKey(game, code)] : [])),
  );
  return withPrinting(
    table,
    ({ game, set, setName }) =>
      set?.toLowerCase() === value || abbreviated.has(setKey(game, set)) || holds(setName, value),
  );
}

function compileNumber(typed: string, table: ListingTable, { sets }: SearchContext): Predicate {
  const { whole, number, total, printedTotal } = readNumber(typed);
  const numbered = (fits: (bare: string) => boolean) => matching(table, 'number', (text) => fits(bareNumber(text)));
  const asTyped = numbered((bare) => bare === whole || (total === undefined && bare.startsWith(`${whole}/`)));
  if (printedTotal === null) return asTyped;
  const ofTotal = new Set(
    sets.flatMap((mark) => (mark.printedTotal === printedTotal ? [setKey(mark.game, mark.code)] : [])),
  );
  const ofSet = withPrinting(table, ({ game, set }) => ofTotal.has(setKey(game, set)));
  return any([asTyped, all([numbered((bare) => bare === number), ofSet])]);
}

function compares(one: number, comparison: Comparison, other: number): boolean {
  return { ':': one === other, '<': one < other, '<=': one <= other, '>': one > other, '>=': one >= other }[comparison];
}

function range(column: 'price' | 'publishedAt', comparison: Comparison, value: number): Predicate {
  const [from, to] = {
    ':': [value, value],
    '<': [Number.NEGATIVE_INFINITY, Math.ceil(value) - 1],
    '<=': [Number.NEGATIVE_INFINITY, value],
    '>': [Math.floor(value) + 1, Number.POSITIVE_INFINITY],
    '>=': [value, Number.POSITIVE_INFINITY],
  }[comparison] as [number, number];
  return { is: 'range', column, from, to };
}

/**
 * Selects of the first `count` rows of `rows` those that fit, in their order, into `into`, which may be `rows` itself;
 * answers how many they are.
 */
export function select(
  predicate: Predicate,
  columns: Columns,
  rows: Int32Array,
  count: number,
  into: Int32Array,
): number {
  let selected = 0;
  switch (predicate.is) {
    case 'codes': {
      const column = columns[predicate.column];
      const { matches } = predicate;
      for (let i = 0; i < count; i++) {
        const row = rows[i]!;
        into[selected] = row;
        selected += matches[column[row]!]!;
      }
      return selected;
    }
    case 'range': {
      const column = columns[predicate.column];
      const { from, to } = predicate;
      for (let i = 0; i < count; i++) {
        const row = rows[i]!;
        into[selected] = row;
        selected += Number(column[row]! >= from && column[row]! <= to);
      }
      return selected;
    }
    case 'and': {
      selected = count;
      for (const [i, part] of predicate.of.entries())
        selected = select(part, columns, i === 0 ? rows : into, selected, into);
      return selected;
    }
    case 'or': {
      // Rows that match one branch are not evaluated by the others.
      const rest = rows.slice(0, count);
      const fitting = new Int32Array(count);
      let left = count;
      for (const part of predicate.of)
        left = subtract(rest, left, fitting, select(part, columns, rest, left, fitting), rest);
      return subtract(rows, count, rest, left, into);
    }
    case 'not': {
      const fitting = new Int32Array(count);
      return subtract(rows, count, fitting, select(predicate.of, columns, rows, count, fitting), into);
    }
  }
}

/** Of the first `count` rows those that are not among the first `gone` rows of `removed`, in the same order. */
function subtract(rows: Int32Array, count: number, removed: Int32Array, gone: number, into: Int32Array): number {
  let left = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at < gone && removed[at] === rows[i]) at++;
    else into[left++] = rows[i]!;
  }
  return left;
}
