import { likePart } from '#kernel/text/like.ts';
import { raritySpellings, readRarity } from '../model/fact-words.ts';
import { searchWords } from '../search/query/words.ts';
import { anyOf, either, type Meanings, numberCondition, signOf, type Values } from './search-sql.ts';

type CardKey = 'game' | 'set' | 'n' | 'name' | 'rarity' | 'year' | 'finish' | 'lang';

/** What a search means for a card `c` of a set `s`. */
export function meaningsOfCards(values: Values): Meanings<CardKey> {
  return {
    words: (text, isPhrase) => {
      const said = isPhrase ? [text] : searchWords(text);
      const within = (word: string) => {
        const like = values.add(likePart(word));
        return `(c.name ilike ${like} or s.name ilike ${like})`;
      };
      return said.length === 0 ? within(text) : `(${said.map(within).join(' and ')})`;
    },
    terms: {
      game: ({ values: chosen }) => anyOf('c.game', values, chosen),
      set: ({ values: chosen }) =>
        either(chosen, (set) => {
          const code = values.add(set.toLowerCase());
          return `lower(s.code) = ${code} or lower(s.abbr) = ${code} or s.name ilike ${values.add(likePart(set))}`;
        }),
      n: ({ values: chosen }) =>
        either(chosen, (number) =>
          numberCondition(number, 'c.number', (total) => `s.printed_total = ${total}`, values),
        ),
      name: ({ values: chosen }) => either(chosen, (name) => `c.name ilike ${values.add(likePart(name))}`),
      rarity: ({ values: chosen }) => {
        const spelled = chosen
          .flatMap((rarity) => raritySpellings(readRarity(rarity)))
          .map((each) => each.toLowerCase());
        return anyOf('lower(c.rarity)', values, [...new Set(spelled)]);
      },
      year: (term) =>
        `left(coalesce(c.release_date, s.release_date), 4)::int ${signOf(term)} any(${values.add(term.values.map(Number))}::int[])`,
      finish: ({ values: chosen }) => `c.finishes && ${values.add(chosen)}::text[]`,
      lang: ({ values: chosen }) => anyOf('c.language', values, chosen),
    },
  };
}
