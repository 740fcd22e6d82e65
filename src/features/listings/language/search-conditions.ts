import { raritySpellings, readRarity, searchWords } from '#features/catalogue/index.server.ts';
import {
  ageMs,
  anyOf,
  type Comparison,
  conditionOf,
  either,
  type Meanings,
  numberCondition,
  type SearchTree,
  signOf,
  type Values,
} from '#features/catalogue/language.ts';
import { conditions, copyFlags, finishes, isPlainFinish, parseEdition } from '#features/catalogue/words.ts';
import { parseMoney } from '#kernel/numbers/money.ts';
import { likePart } from '#kernel/text/like.ts';

/** A search as a condition on a row `l` of listings. */
export function searchCondition(tree: SearchTree, values: Values, now: Date): string {
  return conditionOf(tree, meaningsOfListings(values, now));
}

/** The conditions that are so much better or worse: best first, and the unknown one compared with none. */
export function conditionsThan(comparison: Exclude<Comparison, ':'>, than: string): string[] {
  const at = conditions.indexOf(than as never);
  const fits = (i: number) => ({ '>': i < at, '>=': i <= at, '<': i > at, '<=': i >= at })[comparison];
  return conditions.filter((condition, i) => condition !== 'unknown' && fits(i));
}

const lower = (chosen: readonly string[]) => chosen.map((value) => value.toLowerCase());
/**
 * By the words under which listings are found, which an index holds; what holds no such word, or follows each other, by
 * the texts themselves.
 */
function wordsCondition(text: string, isPhrase: boolean, values: Values): string {
  const words = searchWords(text);
  const held = words.length > 0 ? `l.words @> ${values.add(words)}::text[]` : null;
  if (held && !isPhrase) return held;
  const like = values.add(likePart(text));
  const inARow = [`l.name ilike ${like}`, `l.title ilike ${like}`, `l.set_name ilike ${like}`];
  if (words.length > 0)
    inARow.push(`' ' || array_to_string(l.words, ' ') || ' ' like ${values.add(likePart(` ${words.join(' ')} `))}`);
  return `(${held ? `${held} and ` : ''}(${inARow.join(' or ')}))`;
}

const meaningsOfListings = (values: Values, now: Date): Meanings => ({
  words: (text, isPhrase) => wordsCondition(text, isPhrase, values),
  terms: {
    game: ({ values: chosen }) => anyOf('l.game', values, chosen),
    set: ({ values: chosen }) =>
      either(chosen, (set) => {
        const code = values.add(set.toLowerCase());
        const abbr = `exists (select from card_set s where s.game = l.game and s.code = l.set_code and lower(s.abbr) = ${code})`;
        return `lower(l.set_code) = ${code} or l.set_name ilike ${values.add(likePart(set))} or ${abbr}`;
      }),
    n: ({ values: chosen }) =>
      either(chosen, (number) =>
        numberCondition(
          number,
          'l.number',
          (total) =>
            `exists (select from card_set s where s.game = l.game and s.code = l.set_code and s.printed_total = ${total})`,
          values,
        ),
      ),
    name: ({ values: chosen }) =>
      either(chosen, (name) => {
        const like = values.add(likePart(name));
        return `l.name ilike ${like} or l.title ilike ${like}`;
      }),
    rarity: ({ values: chosen }) => {
      const spelled = chosen.flatMap((rarity) => raritySpellings(readRarity(rarity)));
      return anyOf('lower(l.rarity)', values, [...new Set(lower(spelled))]);
    },
    year: (term) => {
      // One value for each row, found by two keys: as an "exists" beside an or or a not it would be answered by reading
      // the whole catalogue first, once a leaf.
      const year = `(select left(coalesce(c.release_date, s.release_date), 4)::int from card c join card_set s on s.game = c.game and s.code = c.set_code where c.id = l.card_id)`;
      return `${year} ${signOf(term)} any(${values.add(term.values.map(Number))}::int[])`;
    },
    cond: ({ comparison, values: chosen }) => {
      return anyOf('l.condition', values, comparison === ':' ? chosen : conditionsThan(comparison, chosen[0] ?? ''));
    },
    finish: ({ values: chosen }) => anyOf('l.finish', values, chosen),
    lang: ({ values: chosen }) => anyOf('l.language', values, chosen),
    edition: ({ values: chosen }) => anyOf('l.edition', values, chosen),
    company: ({ values: chosen }) => anyOf(`lower(l.grading ->> 'company')`, values, lower(chosen)),
    grade: (term) => {
      // Words on a label ("Authentic") are no number, and the database may read the parts of an "and" in any order.
      const grade = `case when jsonb_typeof(l.grading -> 'grade') = 'number' then (l.grading ->> 'grade')::numeric end`;
      return `${grade} ${signOf(term)} any(${values.add(term.values.map(Number))}::numeric[])`;
    },
    price: (term) =>
      `l.price_rank ${signOf(term)} any(${values.add(term.values.map((value) => parseMoney(value, 'USD')))}::bigint[])`,
    seller: ({ values: chosen }) =>
      `l.seller_id in (select r.uid from username_registry r where r.status = 'active' and ${anyOf('r.username_key', values, lower(chosen))})`,
    listed: ({ comparison, values: [age = ''] }) => {
      const since = new Date(now.getTime() - ageMs(age));
      // Listed less than a week ago is published after a moment a week ago.
      return `l.published_at ${comparison.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))} ${values.add(since)}`;
    },
    is: ({ values: chosen }) =>
      either(chosen, (word) => {
        if (word === 'graded') return 'l.graded';
        if (word === 'offers') return 'l.accepts_offers';
        const flag = copyFlags.find((each) => each === word);
        if (flag) return `l.${flag}`;
        const edition = parseEdition(word);
        if (edition) return anyOf('l.edition', values, [edition]);
        return anyOf(
          'l.finish',
          values,
          finishes.filter((finish) => !isPlainFinish(finish)),
        );
      }),
  },
});
