import { priceRank } from '#features/listings/contract.ts';
import type { MatchableListing } from '#features/listings/index.server.ts';
import { type Condition, conditions, conditionsAtLeast } from '#kernel/cards/conditions.ts';
import type { Money } from '#kernel/numbers/money.ts';

/** The criteria of a want. Null means any. */
export interface WantCriteria {
  ownerId: string;
  game: string;
  card: { id: string; name: string } | null;
  /** For a card: another printing of the same name is accepted. */
  anyPrinting: boolean;
  /** For a want in words: the listing contains all of them. */
  words: readonly string[];
  lowestCondition: string | null;
  language: string | null;
  finish: string | null;
  highestPrice: Money | null;
  /** Whether the highest price includes postage to its owner. */
  withPostage: boolean;
}

/** A copy without its price, in the form that is compared. */
export type Copy = Pick<
  MatchableListing,
  'sellerId' | 'cardId' | 'game' | 'name' | 'words' | 'condition' | 'finish' | 'language'
>;

/** Whether a copy is what the want names, at any price. */
export function isWanted(want: WantCriteria, copy: Copy): boolean {
  if (copy.sellerId === want.ownerId || copy.game !== want.game) return false;
  if (!isPrinting(want, copy)) return false;
  if (want.language !== null && copy.language !== want.language) return false;
  if (want.finish !== null && copy.finish !== want.finish) return false;
  return conditionsFrom(want.lowestCondition)?.includes(copy.condition) ?? true;
}

/** Whether a copy at this price, with this postage to the owner of the want, meets it. */
export function meets(want: WantCriteria, copy: Copy & { price: Money }, postage: Money): boolean {
  if (!isWanted(want, copy)) return false;
  const { highestPrice, withPostage } = want;
  return highestPrice === null || isAtMost(copy.price, withPostage ? postage : null, highestPrice);
}

function isPrinting({ card, anyPrinting, words }: WantCriteria, copy: Copy): boolean {
  if (card === null) return words.length > 0 && words.every((word) => copy.words.includes(word));
  if (copy.cardId === card.id) return true;
  return anyPrinting && copy.cardId !== null && copy.name === card.name;
}

/** Exact to the cent in one currency; between currencies by fixed rates. */
function isAtMost(price: Money, postage: Money | null, highest: Money): boolean {
  const parts = postage ? [price, postage] : [price];
  if (parts.every(({ currency }) => currency === highest.currency))
    return parts.reduce((sum, { amount }) => sum + amount, 0) <= highest.amount;
  return parts.reduce((sum, part) => sum + priceRank(part), 0) <= priceRank(highest);
}

/** Conditions that are good enough; null where any is. An unknown condition never counts as "or better". */
export function conditionsFrom(lowest: string | null): Condition[] | null {
  const known = conditions.find((condition) => condition === lowest);
  return known === undefined || known === 'unknown' ? null : conditionsAtLeast(known);
}

/** Words that surround a title and are in no listing. */
const fillers = new Set(
  'a an and any as at for from in my need of old on one or some the to want wanted with'.split(' '),
);

/** The words of a title that a listing must contain. */
export const requiredWords = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => !fillers.has(word));

const keyOf = {
  card: (id: string) => `card:${id}`,
  name: (game: string, name: string) => `name:${game}:${name}`,
  word: (game: string, word: string) => `word:${game}:${word}`,
};

/**
 * The one key under which an index finds a want: its longest word, which is nearly always its rarest. Empty: nothing
 * can meet it.
 */
export function keyOfWant({
  game,
  card,
  anyPrinting,
  words,
}: Pick<WantCriteria, 'game' | 'card' | 'anyPrinting' | 'words'>): string {
  if (card) return anyPrinting ? keyOf.name(game, card.name) : keyOf.card(card.id);
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  return longest === '' ? '' : keyOf.word(game, longest);
}

/** Every key of wants that this copy may meet. */
export function keysOfCopy({ cardId, game, name, words }: Pick<Copy, 'cardId' | 'game' | 'name' | 'words'>): string[] {
  return [
    ...(cardId === null ? [] : [keyOf.card(cardId), keyOf.name(game, name)]),
    ...words.map((word) => keyOf.word(game, word)),
  ];
}
