import { raritySpellings, readRarity, searchWords } from '#features/catalogue/index.server.ts';
import { finishes, isPlainFinish } from '#features/catalogue/words.ts';
import { parseMoney } from '#kernel/money.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { conditions } from '../listing.rules.ts';
import type { SearchKey, SearchTerm, SearchTree } from './search-tree.ts';

interface Values {
  /** Binds a value and gives its place in the statement. */
  add(value: unknown): string;
}

/** A search as a condition on a row `l` of listings. Text and values are kept apart: what was typed is bound, and nothing of it stands in the text. */
export function searchCondition(tree: SearchTree, values: Values, now: Date): string {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return `(${tree.of.map((part) => searchCondition(part, values, now)).join(` ${tree.kind} `)})`;
    case 'not':
      // What a row does not say (a grade, a rarity) it is not: null is no.
      return `not coalesce(${searchCondition(tree.of, values, now)}, false)`;
    case 'words':
      return wordsCondition(tree.text, tree.isPhrase, values);
    case 'term':
      return `(${terms[tree.key](tree, values, now)})`;
  }
}

const sqlSign = (term: SearchTerm) => (term.comparison === ':' ? '=' : term.comparison);
const anyOf = (column: string, values: Values, chosen: readonly string[]) => `${column} = any(${values.add(chosen)}::text[])`;
const lower = (chosen: readonly string[]) => chosen.map((value) => value.toLowerCase());
/** For `like`: what was typed, anywhere. */
const within = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const either = (chosen: readonly string[], condition: (value: string) => string) => chosen.map(condition).join(' or ');

/** By the words under which listings are found, which an index holds; what holds no such word, or follows each other, by the texts themselves. */
function wordsCondition(text: string, isPhrase: boolean, values: Values): string {
  const words = searchWords(text);
  const held = words.length > 0 ? `l.words @> ${values.add(words)}::text[]` : null;
  if (held && !isPhrase) return held;
  const like = values.add(within(text));
  const inARow = [`l.name ilike ${like}`, `l.title ilike ${like}`, `l.set_name ilike ${like}`];
  if (words.length > 0) inARow.push(`' ' || array_to_string(l.words, ' ') || ' ' like ${values.add(within(` ${words.join(' ')} `))}`);
  return `(${held ? `${held} and ` : ''}(${inARow.join(' or ')}))`;
}

const ageMs: Readonly<Record<string, number>> = { h: hourMs, d: dayMs, w: 7 * dayMs, m: 30 * dayMs, y: 365 * dayMs };

const terms: Readonly<Record<SearchKey, (term: SearchTerm, values: Values, now: Date) => string>> = {
  game: ({ values: chosen }, values) => anyOf('l.game', values, chosen),
  set: ({ values: chosen }, values) =>
    either(chosen, (set) => {
      const code = values.add(set.toLowerCase());
      const abbr = `exists (select from card_set s where s.game = l.game and s.code = l.set_code and lower(s.abbr) = ${code})`;
      return `lower(l.set_code) = ${code} or l.set_name ilike ${values.add(within(set))} or ${abbr}`;
    }),
  n: ({ values: chosen }, values) => either(chosen, (number) => numberCondition(number, values)),
  name: ({ values: chosen }, values) =>
    either(chosen, (name) => {
      const like = values.add(within(name));
      return `l.name ilike ${like} or l.title ilike ${like}`;
    }),
  rarity: ({ values: chosen }, values) => {
    const spelled = chosen.flatMap((rarity) => raritySpellings(readRarity(rarity)));
    return anyOf('lower(l.rarity)', values, [...new Set(lower(spelled))]);
  },
  year: (term, values) => {
    // One value for each row, found by two keys: as an "exists" beside an or or a not it would be answered by reading the whole catalogue first, once a leaf.
    const year = `(select left(coalesce(c.release_date, s.release_date), 4)::int from card c join card_set s on s.game = c.game and s.code = c.set_code where c.id = l.card_id)`;
    return `${year} ${sqlSign(term)} any(${values.add(term.values.map(Number))}::int[])`;
  },
  cond: ({ comparison, values: chosen }, values) => {
    if (comparison === ':') return anyOf('l.condition', values, chosen);
    // Best first, and the unknown one compared with none.
    const at = conditions.indexOf(chosen[0] as never);
    const fits = (i: number) => ({ '>': i < at, '>=': i <= at, '<': i > at, '<=': i >= at })[comparison];
    return anyOf(
      'l.condition',
      values,
      conditions.filter((condition, i) => condition !== 'unknown' && fits(i)),
    );
  },
  finish: ({ values: chosen }, values) => anyOf('l.finish', values, chosen),
  lang: ({ values: chosen }, values) => anyOf('l.language', values, chosen),
  company: ({ values: chosen }, values) => anyOf(`lower(l.grading ->> 'company')`, values, lower(chosen)),
  grade: (term, values) => {
    // Words on a label ("Authentic") are no number, and the database may read the parts of an "and" in any order.
    const grade = `case when jsonb_typeof(l.grading -> 'grade') = 'number' then (l.grading ->> 'grade')::numeric end`;
    return `${grade} ${sqlSign(term)} any(${values.add(term.values.map(Number))}::numeric[])`;
  },
  price: (term, values) => `l.price_rank ${sqlSign(term)} any(${values.add(term.values.map((value) => parseMoney(value)))}::bigint[])`,
  seller: ({ values: chosen }, values) =>
    `l.seller_id in (select r.uid from username_registry r where r.status = 'active' and ${anyOf('r.username_key', values, lower(chosen))})`,
  listed: ({ comparison, values: [age = ''] }, values, now) => {
    const since = new Date(now.getTime() - Number(age.slice(0, -1)) * (ageMs[age.slice(-1)] ?? dayMs));
    // Listed less than a week ago is published after a moment a week ago.
    return `l.published_at ${comparison.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))} ${values.add(since)}`;
  },
  is: ({ values: chosen }, values) =>
    either(chosen, (word) => {
      if (word === 'graded') return 'l.graded';
      if (word === 'offers') return 'l.accepts_offers';
      return anyOf(
        'l.finish',
        values,
        finishes.filter((finish) => !isPlainFinish(finish)),
      );
    }),
};

/** `4/102` is number 4 of a set of 102; without the second part the number alone. Zeros in front do not count. */
function numberCondition(typed: string, values: Values): string {
  const bare = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^#/, '')
      .replace(/^0+(?=.)/, '');
  const [number = '', total] = typed.split('/');
  const column = `regexp_replace(lower(l.number), '^0+(?=.)', '')`;
  const whole = `${column} = ${values.add(bare(typed))}`;
  if (total === undefined) return `${whole} or ${column} like ${values.add(`${bare(typed).replace(/[\\%_]/g, '\\$&')}/%`)}`;
  const printedTotal = values.add(/^\s*\d{1,5}\s*$/.test(total) ? Number(total) : null);
  const printed = `exists (select from card_set s where s.game = l.game and s.code = l.set_code and s.printed_total = ${printedTotal}::int)`;
  return `${whole} or (${column} = ${values.add(bare(number))} and ${printed})`;
}
