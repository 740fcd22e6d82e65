import { raritySpellings, readRarity, type SetMark, setMarks } from '#features/catalogue/index.server.ts';
import { ageMs, type Comparison, joined, type SearchKey, type SearchTerm, type SearchTree } from '#features/catalogue/language.ts';
import { copyFlags, editions } from '#features/catalogue/words.ts';
import { parseMoney } from '#kernel/money.ts';
import type { Platform } from '#platform/platform.ts';
import type { FacetColumns } from '../facet-columns.ts';
import { byIssues } from '../issue-sieve.ts';
import { allOf, anyOf, byRange, byTable, noneOf, type Sieve } from '../sieve.ts';
import type { TextNumbers } from '../text-numbers.ts';
import { issuesOf, saysIssues } from './issue-conditions.ts';
import { kindsOf, saysKinds } from './kind-conditions.ts';

/** What a search in the language asks of others than the columns, read before they are looked at. */
export interface Known {
  marks: readonly SetMark[];
  /** Ids of the members who are called so, by the name in small letters. */
  sellers: ReadonlyMap<string, string>;
}

/** Not the year, which the catalogue knows, nor the words of each listing, nor what makes a copy different from a plain one. */
const unheld: ReadonlySet<SearchKey> = new Set(['year', 'edition']);
const unheldWords: ReadonlySet<string> = new Set([...editions, ...copyFlags]);
const byLetters: ReadonlySet<SearchKey> = new Set(['name', 'set', 'n', 'company']);
/** Greater prices are one in the columns. */
const mostPrice = 0xffffffff;

/** What of a search the columns answer, and what the database has to say of the listings that fit so far: parts of an and may be asked of either, and of a name partly so. */
export function partsHeld(tree: SearchTree): { held: SearchTree | null; rest: SearchTree | null } {
  const parts = tree.kind === 'and' ? tree.of : [tree];
  const rest = parts.filter((part) => !isHeld(part));
  const held = [...parts.filter(isHeld), ...rest.flatMap((part) => withinAscii(part) ?? [])];
  return { held: held.length > 0 ? joined('and', held) : null, rest: rest.length > 0 ? joined('and', rest) : null };
}

/**
 * Whatever holds a name holds each part of it, so the longest that is written in ASCII leaves the database few to compare; null where no name has one. Without
 * blanks around it: those beside the dots of a title stand between its card, set and number, and in none of them.
 */
function withinAscii(tree: SearchTree): SearchTree | null {
  if (tree.kind !== 'term' || tree.key !== 'name') return null;
  const parts = (value: string) => (value.match(/[ -~]+/g) ?? []).map((part) => part.trim());
  const values = tree.values.map((value) => parts(value).reduce((long, part) => (part.length > long.length ? part : long), ''));
  return values.every((value) => value.length > 1) ? { ...tree, values } : null;
}

/** Whether the columns answer all of it. What is not written in ASCII the database compares, by its own rules of capitals. */
function isHeld(tree: SearchTree): boolean {
  if (tree.kind === 'words') return false;
  if (tree.kind === 'not') return isHeld(tree.of);
  if (tree.kind !== 'term') return tree.of.every(isHeld);
  if (unheld.has(tree.key)) return false;
  if (tree.key === 'is') return !tree.values.some((word) => unheldWords.has(word));
  if (tree.key === 'price') return tree.values.every((value) => (parseMoney(value, 'USD') ?? mostPrice) < mostPrice);
  return !byLetters.has(tree.key) || tree.values.every((value) => /^[ -~]*$/.test(value));
}

export async function readKnown(platform: Pick<Platform, 'pool' | 'db'>, tree: SearchTree): Promise<Known> {
  const terms = termsOf(tree);
  const names = terms.flatMap(({ key, values }) => (key === 'seller' ? lower(values) : []));
  const text = `select username_key, uid from username_registry where status = 'active' and username_key = any($1)`;
  const [marks, { rows }] = await Promise.all([
    terms.some(({ key }) => key === 'set' || key === 'n') ? setMarks(platform) : [],
    names.length === 0
      ? { rows: [] }
      : platform.pool.query<{ username_key: string; uid: string }>({ name: 'listings-sellers-named', text, values: [names] }),
  ]);
  return { marks, sellers: new Map(rows.map(({ username_key, uid }) => [username_key, uid])) };
}

function termsOf(tree: SearchTree): SearchTerm[] {
  if (tree.kind === 'term') return [tree];
  if (tree.kind === 'words') return [];
  return tree.kind === 'not' ? termsOf(tree.of) : tree.of.flatMap(termsOf);
}

/** A search as a condition on places of the columns; what `searchCondition` says of rows. */
export function sieveOf(tree: SearchTree, columns: FacetColumns, known: Known, now: Date): Sieve {
  const of = (part: SearchTree) => sieveOf(part, columns, known, now);
  const table = kindsOf(tree, columns);
  if (table) return byTable({ column: columns.kind, table });
  if (saysIssues(tree)) return byIssues(columns, issuesOf(tree, columns, known.marks));
  switch (tree.kind) {
    case 'and': {
      const kinds = tree.of.filter(saysKinds);
      const issues = tree.of.filter(saysIssues);
      const others = tree.of.filter((part) => !kinds.includes(part) && !issues.includes(part));
      return allOf([...[kinds, issues].flatMap((some) => (some.length > 0 ? [joined('and', some)] : [])), ...others].map(of));
    }
    case 'or':
      return anyOf(tree.of.map(of));
    case 'not':
      return noneOf(of(tree.of));
    case 'words':
      throw new TypeError('The columns hold no words.');
    case 'term':
      return sieveOfTerm(tree, columns, known, now);
  }
}

function sieveOfTerm({ key, comparison, values }: SearchTerm, columns: FacetColumns, { sellers }: Known, now: Date): Sieve {
  const each = (sieve: (value: string) => Sieve) => anyOf(values.map(sieve));
  switch (key) {
    case 'rarity': {
      const spelled = new Set(lower(values.flatMap((rarity) => raritySpellings(readRarity(rarity)))));
      const { prints, print, rarities } = columns;
      const table = rarities.marking((word) => spelled.has(word.toLowerCase()));
      return byTable({ column: print, table: prints.marked(prints.rarity, table) });
    }
    case 'price':
      return each((value) => inRange(columns.price, comparison, parseMoney(value, 'USD') ?? 0));
    case 'listed':
      return inRange(columns.publishedAt, turned(comparison), (now.getTime() - ageMs(values[0] ?? '')) / 1_000);
    case 'seller':
      return byTable({
        column: columns.seller,
        table: marked(
          columns.sellers.size,
          lower(values).map((name) => columns.sellers.find(sellers.get(name) ?? '') ?? 0),
        ),
      });
    case 'company':
      return byTable({ column: columns.grading, table: tableWhere(columns.gradings, (grading) => lower(values).includes(partsOf(grading)[0])) });
    case 'grade':
      return byTable({
        column: columns.grading,
        table: tableWhere(columns.gradings, (grading) => {
          const [, grade] = partsOf(grading);
          return grade !== '' && values.some((value) => compares(Number(grade), comparison, Number(value)));
        }),
      });
    default:
      throw new TypeError(`The columns hold nothing of ${key}.`);
  }
}

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
const partsOf = (grading: string) => grading.split('\n') as [company: string, grade: string];

function marked(size: number, numbers: readonly number[]): Uint8Array {
  const table = new Uint8Array(size + 1);
  for (const number of numbers) if (number > 0) table[number] = 1;
  return table;
}

function tableWhere(texts: TextNumbers, fits: (text: string) => boolean): Uint8Array {
  const table = new Uint8Array(texts.size + 1);
  for (let number = 1; number <= texts.size; number++) if (fits(texts.text(number))) table[number] = 1;
  return table;
}

function inRange(column: Uint32Array, comparison: Comparison, value: number): Sieve {
  switch (comparison) {
    case ':':
      return byRange(column, value, value);
    case '<':
      return byRange(column, 0, Math.ceil(value) - 1);
    case '<=':
      return byRange(column, 0, Math.floor(value));
    case '>':
      return byRange(column, Math.floor(value) + 1, mostPrice);
    case '>=':
      return byRange(column, Math.ceil(value), mostPrice);
  }
}

function compares(one: number, comparison: Comparison, other: number): boolean {
  return { ':': one === other, '<': one < other, '<=': one <= other, '>': one > other, '>=': one >= other }[comparison];
}

/** Listed less than a week ago is published after a moment a week ago. */
const turned = (comparison: Comparison) => comparison.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<')) as Comparison;
