import { dayMs, hourMs } from '#kernel/time.ts';
import type { SearchKey, SearchTerm, SearchTree } from './search-tree.ts';

/** Binds the typed text: no part of it is in the text of a statement. */
export interface Values {
  /** Gives the value's place in the statement. */
  add(value: unknown): string;
}

/** What the leaves of a search mean where one searches. */
export interface Meanings<Key extends SearchKey = SearchKey> {
  words(text: string, isPhrase: boolean): string;
  terms: Readonly<Record<Key, (term: SearchTerm) => string>>;
}

/** A search as a condition of SQL. Its keys are those of the place for which it was parsed. */
export function conditionOf<Key extends SearchKey>(tree: SearchTree, meanings: Meanings<Key>): string {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return `(${tree.of.map((part) => conditionOf(part, meanings)).join(` ${tree.kind} `)})`;
    case 'not':
      // What a row does not say (a grade, a rarity) it is not: null is no.
      return `not coalesce(${conditionOf(tree.of, meanings)}, false)`;
    case 'words':
      return meanings.words(tree.text, tree.isPhrase);
    case 'term': {
      const meaning = (meanings.terms as Partial<Record<SearchKey, (term: SearchTerm) => string>>)[tree.key];
      if (!meaning) throw new TypeError(`The key ${tree.key} means nothing here.`);
      return `(${meaning(tree)})`;
    }
  }
}

export const signOf = (term: SearchTerm): string => (term.comparison === ':' ? '=' : term.comparison);
export const anyOf = (column: string, values: Values, chosen: readonly string[]): string =>
  `${column} = any(${values.add(chosen)}::text[])`;
export const either = (chosen: readonly string[], condition: (value: string) => string): string =>
  chosen.map(condition).join(' or ');

/**
 * `4/102` is number 4 of a set of 102 (`isOf` compares the set's printed total); without the second part the number
 * alone. Zeros in front do not count.
 */
export function numberCondition(
  typed: string,
  column: string,
  isOf: (total: string) => string,
  values: Values,
): string {
  const { whole: bare, number, total, printedTotal: ofSet } = readNumber(typed);
  const held = `regexp_replace(lower(${column}), '^0+(?=.)', '')`;
  const whole = `${held} = ${values.add(bare)}`;
  if (total === undefined) return `${whole} or ${held} like ${values.add(`${bare.replace(/[\\%_]/g, '\\$&')}/%`)}`;
  const printedTotal = values.add(ofSet);
  return `${whole} or (${held} = ${values.add(number)} and ${isOf(`${printedTotal}::int`)})`;
}

/** A number without the zeros in front, by which numbers are compared. */
export const bareNumber = (text: string): string => text.toLowerCase().replace(/^0+(?=.)/, '');

/**
 * The parts of `4/102` as they are compared; no `total` where no second part was typed, and no `printedTotal` where
 * that is none.
 */
export function readNumber(typed: string): {
  whole: string;
  number: string;
  total: string | undefined;
  printedTotal: number | null;
} {
  const bare = (text: string) => bareNumber(text.trim().replace(/^#/, ''));
  const [number = '', total] = typed.split('/');
  return {
    whole: bare(typed),
    number: bare(number),
    total,
    printedTotal: total !== undefined && /^\s*\d{1,5}\s*$/.test(total) ? Number(total) : null,
  };
}

const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: dayMs, w: 7 * dayMs, m: 30 * dayMs, y: 365 * dayMs };

/** How long the value of `listed` is: `7d`. */
export const ageMs = (age: string): number => Number(age.slice(0, -1)) * (unitMs[age.slice(-1)] ?? dayMs);
