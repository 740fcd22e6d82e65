import { type SQL, sql } from 'drizzle-orm';
import { meaningsOfCards } from '#features/catalogue/index.server.ts';
import {
  ageMs,
  anyOf,
  conditionOf,
  either,
  type Meanings,
  type SearchKey,
  type SearchTerm,
  type SearchTree,
  signOf,
  type Values,
} from '#features/catalogue/language.ts';
import { conditions, priceRank } from '#features/listings/contract.ts';
import { currencies, parseMoney } from '#kernel/numbers/money.ts';
import { likePart } from '#kernel/text/like.ts';

type WantKey = Exclude<SearchKey, 'edition' | 'company' | 'grade' | 'seller' | 'is'>;

/** An advanced search as a condition on a row `want`. */
export function wantCondition(tree: SearchTree, now: Date): SQL {
  const bound: unknown[] = [];
  const text = conditionOf(tree, meaningsOfWants({ add: (value) => `$${bound.push(value)}` }, now));
  return sql.join(
    text.split(/\$(\d+)/).map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(bound[Number(part) - 1])}`)),
  );
}

/**
 * A missing term takes any copy, so a search for a finish also finds the posts that take any. Card properties find the
 * posts that name a card.
 */
function meaningsOfWants(values: Values, now: Date): Meanings<WantKey> {
  const cards = meaningsOfCards(values);
  const ofCard = (key: 'set' | 'n' | 'rarity' | 'year') => (term: SearchTerm) =>
    `exists (select from card c join card_set s on s.game = c.game and s.code = c.set_code where c.id = want.card ->> 'id' and (${cards.terms[key](term)}))`;
  const said = (words: string) => `want.title ilike ${values.add(likePart(words))}`;
  const orAny =
    (column: string) =>
    ({ values: chosen }: SearchTerm) =>
      `want.${column} is null or ${anyOf(`want.${column}`, values, chosen)}`;
  return {
    words: (text) =>
      `concat_ws(' ', want.title, want.card ->> 'setName', want.card ->> 'setCode', want.card ->> 'number') ilike ${values.add(likePart(text))}`,
    terms: {
      game: ({ values: chosen }) => anyOf('want.game', values, chosen),
      set: ofCard('set'),
      n: ofCard('n'),
      rarity: ofCard('rarity'),
      year: ofCard('year'),
      name: ({ values: chosen }) => either(chosen, said),
      finish: orAny('finish'),
      lang: orAny('language'),
      cond: (term) => conditionSql(term, values),
      price: (term) => {
        const rates = currencies
          .map((currency) => `when '${currency}' then ${priceRank({ amount: 1_000_000, currency })}::bigint`)
          .join(' ');
        const rank = `(want.highest_amount * case want.currency ${rates} end / 1000000)`;
        const compared = `${rank} ${signOf(term)} any(${values.add(term.values.map((value) => parseMoney(value, 'USD')))}::bigint[])`;
        return term.comparison.startsWith('>') ? `want.highest_amount is null or ${compared}` : compared;
      },
      listed: ({ comparison, values: [age = ''] }) => {
        const since = new Date(now.getTime() - ageMs(age));
        return `want.created_at ${comparison.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))} ${values.add(since)}::timestamptz`;
      },
    },
  };
}

/**
 * Alone it is the condition of a copy: the posts that take it. Compared it is the lowest condition of a post; one that
 * takes any has the lowest.
 */
function conditionSql({ comparison, values: chosen }: SearchTerm, values: Values): string {
  const known = conditions.filter((condition) => condition !== 'unknown');
  const lowestAccepted = `coalesce(nullif(want.lowest_condition, 'unknown'), '${known.at(-1)}')`;
  const places = chosen.map((condition) => known.indexOf(condition as never));
  const fits = known.filter((_, lowest) =>
    places.some((at) => {
      // Best first. An unknown condition is accepted only where any is.
      if (at < 0) return lowest === known.length - 1;
      return { ':': at <= lowest, '>': lowest < at, '>=': lowest <= at, '<': lowest > at, '<=': lowest >= at }[
        comparison
      ];
    }),
  );
  return anyOf(lowestAccepted, values, fits);
}
